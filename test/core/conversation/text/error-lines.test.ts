import { describe, expect, it } from "vitest";
import { errorLinesIn, findErrorLines, isErrorLine } from "../../../../src/core/conversation/text/error-lines";

describe("isErrorLine", () => {
  it.each([
    ["vitest", "AssertionError: expected 2 to be 3 // Object.is equality"],
    ["vitest", " FAIL  test/cart.test.ts > adds a line"],
    ["vitest", "   × adds a line 14ms"],
    ["jest", "  ● cart › adds a line"],
    ["jest", "    ✕ adds a line (4 ms)"],
    ["mocha", "  1 failing"],
    ["node:test", "not ok 3 - adds a line"],
    ["pytest", "E       assert 2 == 3"],
    ["pytest", "FAILED tests/test_cart.py::test_adds_a_line - assert 2 == 3"],
    ["python", "ValueError: invalid literal for int() with base 10: 'x'"],
    ["python", "requests.exceptions.ConnectionError: HTTPConnectionPool(host='db', port=80)"],
    ["python", "Traceback (most recent call last):"],
    ["java", 'java.lang.NullPointerException: Cannot invoke "Cart.add"'],
    ["java", 'Exception in thread "main" java.lang.IllegalStateException: closed'],
    ["java", "Caused by: org.postgresql.util.PSQLException: FATAL: role does not exist"],
    ["maven", "[ERROR] Failed to execute goal on project shop: Could not resolve dependencies"],
    ["gradle", "FAILURE: Build failed with an exception."],
    ["rust", "error[E0308]: mismatched types"],
    ["rust", "thread 'main' panicked at src/main.rs:4:5:"],
    ["cargo test", "test cart::adds_a_line ... FAILED"],
    ["go", "panic: runtime error: index out of range [3] with length 3"],
    ["go", "./main.go:12:5: undefined: cart"],
    ["go test", "--- FAIL: TestCart (0.00s)"],
    ["gcc", "src/main.c:14:9: error: expected ';' before 'return'"],
    ["ld", "main.o: undefined reference to `cart_add'"],
    ["make", "make: *** [Makefile:3: all] Error 2"],
    ["msvc", "cart.cpp(14): error C2065: 'x': undeclared identifier"],
    ["dotnet", "Cart.cs(3,7): error CS1002: ; expected"],
    ["tsc", "src/cart.ts(3,7): error TS2345: Argument of type 'string' is not assignable."],
    ["tsc pretty", "src/cart.ts:3:7 - error TS2345: Argument of type 'string' is not assignable."],
    ["npm", "npm ERR! code ELIFECYCLE"],
    ["npm 10", "npm error code E404"],
    ["pnpm", "ERR_PNPM_NO_MATCHING_VERSION  No matching version found"],
    ["node", "Error: ENOENT: no such file or directory, open 'cart.json'"],
    ["node", "    at ECONNREFUSED 127.0.0.1:5432"],
    ["node", "TypeError: Cannot read properties of undefined (reading 'id')"],
    ["ruby", "cart.rb:3:in `add': undefined method `price' for nil (NoMethodError)"],
    ["php", "PHP Fatal error:  Uncaught TypeError: add(): Argument #1"],
    ["git", "fatal: not a git repository (or any of the parent directories): .git"],
    ["bash", "bash: foo: command not found"],
    ["bash", "cat: cart.json: No such file or directory"],
    ["bash", "Segmentation fault (core dumped)"],
    ["docker", 'ERROR: failed to solve: process "/bin/sh -c make" did not complete'],
    ["kubectl", 'Error from server (NotFound): pods "web" not found'],
    ["log line", "2026-02-11T18:17:48Z ERROR cart: could not add line"],
    ["log line", "[18:17:48] [worker-3] ERROR - queue is full"],
    ["structured log", '{"time":"18:17:48","level":"error","msg":"queue is full"}'],
    ["structured log", 'time=18:17:48 level=error msg="queue is full"'],
    ["exit code", "Process completed with exit code 1."],
    ["exit code", "subprocess.CalledProcessError: Command '['make']' returned non-zero exit status 2."],
    ["Chinese", "错误：找不到模块 cart"],
    ["Chinese", "构建失败"],
    ["Chinese, traditional", "錯誤：無法連線"],
    ["Japanese", "エラー: ファイルがありません"],
    ["Korean", "오류: 파일을 찾을 수 없습니다"],
    ["German", "Fehler: Datei nicht gefunden"],
    ["Russian", "Ошибка: файл не найден"],
  ])("knows an error of %s: %s", (_tool, line) => {
    expect(isErrorLine(line)).toBe(true);
  });

  it.each([
    "0 errors found",
    "Found 0 errors. Watching for file changes.",
    "12 passed, 0 failed",
    "exited with code 0",
    "✓ rejects an invalid error code",
    "PASS test/error.test.ts",
    "ok  \tgithub.com/acme/shop/errors\t0.3s",
    "error handling is fine",
    "// Error: sample",
    "# ERROR: this comment explains",
    "import { TypeError } from 'x'",
    "export class CartError extends Error {",
    "  throw new Error(`cart ${id} is closed`);",
    "    raise ValueError('cart is closed')",
    "  if (error instanceof CartError) return undefined;",
    "} catch (error) {",
    "  console.error('cart is closed', error);",
    '    logger.error("cart is closed: %s", error)',
    '\treturn errors.New("cart is closed")',
    "   14\t  throw new CartError('closed');",
    "  14→    const error = await load();",
    "14: Error: the text of a file",
    "expect(() => add()).toThrow(CartError);",
    "const onError = (error: Error) => report(error);",
    "src/errors.ts",
    "docs/error-codes.md",
    "See the page about failed payments.",
  ])("is quiet about %j", (line) => {
    expect(isErrorLine(line)).toBe(false);
  });
});

describe("errorLinesIn", () => {
  it("names several lines of one output, each kind once, in their order", () => {
    const output = [
      "building",
      "src/a.ts(1,2): error TS2305: no exported member",
      "src/a.ts(9,2): error TS2305: no exported member",
      "TypeError: x is not a function",
      "fatal: not a git repository",
      "Error: ENOENT: no such file",
    ].join("\n");
    expect(errorLinesIn(output)).toEqual([
      "src/a.ts(1,2): error TS2305: no exported member",
      "TypeError: x is not a function",
      "fatal: not a git repository",
      "Error: ENOENT: no such file",
    ]);
  });

  it("prefers what names the error to what only says that something failed", () => {
    const output = [" FAIL  test/cart.test.ts", "AssertionError: expected 2 to be 3", "exit code 1"].join("\n");
    expect(errorLinesIn(output, 1)).toEqual(["AssertionError: expected 2 to be 3"]);
  });

  it("bounds a line and a text", () => {
    const [line] = errorLinesIn(`${"x".repeat(1_000_000)}\nError: ${"y".repeat(5_000)}\n`);
    expect(line).toHaveLength(240);
  });
});

describe("findErrorLines", () => {
  it("finds the only error in the middle of many lines, with its line number", () => {
    const lines = Array.from({ length: 9_000 }, (_, index) => `step ${index} took ${index % 7} ms, 0 errors`);
    lines[4_499] = "2026-02-11 ERROR: disk quota exceeded on /var";
    expect(findErrorLines(lines.join("\n"))).toEqual([{ line: lines[4_499], number: 4_500 }]);
  });

  it.each(["error ", "error\n", "Error: x\n", "a".repeat(50), "fail", "\n"])(
    "reads a million characters of %j once",
    (unit) => {
      const text = `${unit.repeat(1_000_000 / unit.length)}\nTypeError: at the end`;
      expect(errorLinesIn(text).at(-1)).toBe("TypeError: at the end");
    },
  );
});

describe("lines of runners and tools that no rule was written for", () => {
  it.each([
    "E       assert 1 == 2",
    "** (RuntimeError) boom",
    "curl: (7) Failed to connect to localhost port 80",
    "Error response from daemon: no such container",
    "error Command failed with exit code 1.",
    "assertion failed: (x > 0), function main",
    "e: file:///src/Main.kt:3:5 Unresolved reference: x",
    "nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)",
    "FAILED tests/test_a.py::test_b - KeyError: 'x'",
    "psql: error: connection to server failed",
  ])("are errors: %s", (line) => {
    expect(errorLinesIn(`starting\n${line}\nend`)).toEqual([line]);
  });

  it.each([
    "failure modes are listed below",
    "\u2713 shows an error when the key is wrong",
    "test_error_message PASSED",
    "The error page is styled in red.",
    '"error": null',
    "Tests: 0 failed, 12 passed",
  ])("are none: %s", (line) => {
    expect(errorLinesIn(`starting\n${line}\nend`)).toEqual([]);
  });
});
