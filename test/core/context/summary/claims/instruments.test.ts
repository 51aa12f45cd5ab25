import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { shell, step } from "../../../../fixtures/claims/steps";
import { says, user } from "../../../../support/conversation";

const messages = [
  user("The worker leaks memory. Find out where."),
  ...shell("heaptrack ./worker --once", "peak heap memory consumption: 91.2M", 0),
  ...shell("grep -n alloc /var/log/pm2.log", "12: alloc", 0),
  ...step("patch", { path: "pool.py", find: "pd.read_csv(f)", replace: "pl.scan_csv(f)" }, "Patched pool.py."),
  ...step("terminal", { command: "ssh prod 'tail worker.log'" }, "User refused to run this command."),
  ...shell("python manage.py showmigrations", "[X] 0001_initial", 0),
  says("valgrind would show more, and pg_stat_activity the sessions."),
];
const verdictsOf = (text: string): readonly string[] =>
  checkClaims(`## Completed Actions\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("what something is said to have been done with", () => {
  it.each([
    "4. Confirmed the leak with valgrind",
    "Looked at the production log over ssh: nothing unusual.",
    "Traced the system calls using strace.",
    "用 valgrind 确认了泄漏位置",
    "以 pm2 restart worker 重新启动了服务",
    "通过 pg_stat_activity 查到了占用的会话",
    "Applied the schema with python manage.py migrate.",
    "Checked that it can be repeated by running `make leak-check`.",
    "Tried docker compose restart worker, without luck.",
    "Measured the peak again (valgrind ./worker) after the patch.",
    "执行 git commit,把修改提交到本地",
    "5. 运行 nvidia-smi 查看显存 [tool: terminal]",
    "valgrind was run on the worker, no leaks.",
    "fastlane beta was executed.",
    "memory-lint was run over the pool.",
  ])("is a program that some call ran: %s", (text) => {
    expect(verdictsOf(text)).toEqual(["contradicted"]);
  });

  it.each([
    "4. Measured the peak with heaptrack",
    "用 heaptrack 测出峰值 91.2M",
    "改用 scan_csv 流式读取",
    "Reading goes through scan_csv now.",
    "The user did not allow a look at the log over ssh.",
    "没有用 valgrind 复查。",
    "Brought the stack up and looked at the log.",
    "The whole suite was run with `python manage.py showmigrations` before the check.",
    "The memory profile was run once more.",
    "Measurements were run with heaptrack before and after.",
    "The full pipeline has been executed with heaptrack.",
    "用 heaptrack 把整套流程跑了一遍。",
    "Tried ssh prod 'tail worker.log', which the user refused.",
  ])("may be what a call has: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });
});
