import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeCommand } from "../../../../src/core/tools/shell/command-rules";

const rules = {
  allowed: [
    "ls",
    "git status",
    "git log",
    "npm test",
    "echo",
    "cat",
    "grep",
    "find",
    "xargs",
    "env",
    "node",
    "./gradlew",
  ],
  denied: ["rm -rf", "curl"],
};
const verdict = (source: string) => judgeCommand(source, rules).kind;

describe("judgeCommand", () => {
  it.each([
    "ls",
    "ls -la src",
    "git status --short",
    "git status && npm test",
    "ls | grep x; echo done",
    "ls\nnpm test",
    "echo 'a; rm -rf /'",
    'echo "a && b"',
    "echo $(git log -1)",
    "(ls; echo x)",
    "{ ls; echo x; }",
    "ls 2>&1",
    "ls 2>/dev/null",
    "echo \\; rm",
    "ls # rm -rf /",
    "find . -name '*.ts' -exec grep x {} \\;",
    "ls | xargs -n 1 cat",
    "if ls; then echo y; fi",
    "/bin/ls",
    "git status \\\n --short",
    "echo $((1 + 2))",
    "node --test",
    "/usr/bin/git status",
    "./gradlew build",
  ])("lets pass what is listed in every part: %s", (source) => {
    expect(verdict(source)).toBe("allowed");
  });

  it.each([
    "rm -rf src",
    "ls && rm -rf src",
    "ls; rm -rf src",
    "ls || rm -fr src",
    "ls | rm -r -f src",
    "ls & rm -rf src",
    "ls\nrm -rf src",
    "echo $(rm -rf src)",
    'echo "$(rm -rf src)"',
    "echo `rm -rf src`",
    "(cd x; rm -rf src)",
    "{ rm -rf src; }",
    "X=1 rm -rf src",
    "X=$(rm -rf src)",
    "bash -c 'rm -rf src'",
    'sh -lc "ls && rm -rf src"',
    "sudo rm -rf src",
    "sudo -u root rm -rf src",
    "env A=1 rm -rf src",
    "ls | xargs rm -rf",
    "ls | xargs -I {} rm -rf {}",
    "find . -exec rm -rf {} +",
    "find . -name a -execdir rm -rf {} \\;",
    "r\\m -rf src",
    "'rm' -rf src",
    'r"m" "-rf" src',
    "/bin/rm -rf src",
    "rm --recursive --force src",
    "rm src -rf",
    "rm -rfv src",
    "nohup rm -rf src",
    "timeout 5 rm -rf src",
    "eval 'rm -rf src'",
    "if true; then rm -rf src; fi",
    "for f in *; do rm -rf $f; done",
    "while true; do rm -rf src; done",
    "cat <(rm -rf src)",
    "ls > $(rm -rf src)",
    "! rm -rf src",
    "rm \\\n -rf src",
    "time rm -rf src",
    'bash -c "bash -c \\"rm -rf src\\""',
    "bash -c -- 'rm -rf src'",
    "env -S 'rm -rf src'",
    "time -p rm -rf src",
    "coproc rm -rf src",
    "rm --rec --for src",
    "RM -RF src",
    "rm -Rf src",
    "curl http://x",
    "command curl http://x",
    "exec curl http://x",
    "${X:-a} ; rm -rf src",
  ])("refuses what is denied, wherever it hides: %s", (source) => {
    expect(verdict(source)).toBe("denied");
  });

  it.each([
    "make",
    "ls && make",
    "ls > out.txt",
    "LD_PRELOAD=x ls",
    "git push",
    "git",
    "lsof",
    "./ls",
    "/tmp/ls",
    "$CMD",
    "$(echo rm) -rf src",
    "rm$IFS-rf",
    "echo x | sh",
    "bash",
    "cat <<EOF\nrm -rf src\nEOF",
    "f() { ls; }",
    "case x in a) ls;; esac",
    "echo 'open",
    'echo "open',
    "echo `open",
    "(ls",
    "ls)",
    "echo $'\\x72m'",
    "${X:-$(ls)}",
    "node -e 'process.exit()'",
    "eval $X",
    'bash -c "$X"',
    "source x.sh",
    ". x.sh",
    "",
    "   ",
    "ls \0",
    "echo $(( $(ls) ))",
    "wc $((1+:)) .",
    "echo $((1 / 0))",
    "echo $((09))",
    "node --eval=1",
    "node",
    "echo x | node -",
    "find . -delete",
    "git -c alias.x='!make' status",
    "git log --output=x",
    "xargs make",
    "find . -exec make \\;",
  ])("asks about the rest: %j", (source) => {
    expect(verdict(source)).toBe("ask");
  });

  it("never lets a denied command pass, however it is joined to allowed ones", () => {
    const harmless = fc.constantFrom("ls", "git status", "echo 'x y'", 'echo "a $(ls) b"', "npm test");
    const joiner = fc.constantFrom(" && ", " || ", "; ", " | ", "\n", " & ");
    const wrap = fc.constantFrom(
      (x: string) => x,
      (x: string) => `(${x})`,
      (x: string) => `echo $(${x})`,
      (x: string) => `echo "$(${x})"`,
      (x: string) => `sh -c '${x}'`,
      (x: string) => `{ ${x}; }`,
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(harmless, joiner), { maxLength: 4 }),
        wrap,
        fc.array(fc.tuple(joiner, harmless), { maxLength: 4 }),
        (before, hide, after) => {
          const source = before.flat().join("") + hide("rm -rf src") + after.flat().join("");
          expect(judgeCommand(source, rules).kind).toBe("denied");
        },
      ),
    );
  });

  it.each([
    "su -c 'rm -rf src'",
    "ssh host rm -rf src",
    "parallel rm -rf ::: src",
    "flock lock rm -rf src",
    "script -c 'ls; rm -rf src'",
    "function f { rm -rf src; }",
    "alias l='rm -rf src'",
    "strace /bin/rm -rf src",
    "make clean && sudo make install",
    "python3 -c 'os.system(\"rm -rf src\")'",
  ])("is wary of what an unknown program might run: %s", (source) => {
    expect(judgeCommand(source, { allowed: [], denied: [] })).toMatchObject({ kind: "ask", why: "risky" });
  });

  it.each(["make", "npm install", "git commit -m 'Remove it'", "rm a.txt", "git push", "chmod +x a.sh"])(
    "is not wary of ordinary work: %s",
    (source) => {
      expect(judgeCommand(source, { allowed: [], denied: [] })).toMatchObject({ kind: "ask", why: "unlisted" });
    },
  );

  it("asks about text too long to be judged, however harmless", () => {
    expect(verdict(`ls ${"a ".repeat(3_000)}`)).toBe("allowed");
    expect(verdict(`ls ${"a ".repeat(300_000)}`)).toBe("ask");
    expect(verdict("ls;".repeat(2_000))).toBe("ask");
  });

  it.each([
    "cat > a.py <<'EOF'\nprint(1)\nEOF",
    "python3 - <<'EOF'\nprint(1)\nEOF",
    "f() { make; }; f",
    "case $1 in a) make;; esac",
    "for f in *.ts; do npx tsc $f; done",
    "[[ -f a ]] && make",
    "while read -r line; do make $line; done < list",
    "diff <(sort a) <(sort b)",
    "x=$(git rev-parse HEAD) && echo $x",
  ])("reads a script without taking it for a risk: %j", (source) => {
    expect(judgeCommand(source, { allowed: [], denied: [] })).toEqual({ kind: "ask", why: "unlisted" });
  });

  it("warns where a variable may hold what a rule forbids", () => {
    const rules = { allowed: [], denied: ["rm -rf"] };
    expect(judgeCommand(`rm "$x" src`, rules)).toMatchObject({ kind: "ask", why: "risky" });
    expect(judgeCommand("rm src/$x", { allowed: [], denied: [] })).toMatchObject({ kind: "ask", why: "unlisted" });
  });

  it("asks about text nested beyond reason instead of failing on it", () => {
    expect(verdict(`echo ${'"$('.repeat(50_000)}`)).toBe("ask");
    expect(verdict(`${"echo $(".repeat(20)}ls${")".repeat(20)}`)).toBe("ask");
  });

  it.each(["constructor", "toString", "__proto__", "valueOf"])("asks about a program named %s", (program) => {
    expect(verdict(`${program} -x y`)).toBe("ask");
  });

  it("answers on any text without throwing", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            "a",
            " ",
            "$",
            "(",
            ")",
            "`",
            '"',
            "'",
            "\\",
            "\n",
            "<",
            ">",
            "|",
            "&",
            ";",
            "{",
            "}",
            "#",
            "=",
            "-",
          ),
          maxLength: 40,
        }),
        (source) => {
          expect(["allowed", "denied", "ask"]).toContain(judgeCommand(source, rules).kind);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
