/** Command lines by chance, the same ones for the same seed: mostly well-formed, often strange, sometimes broken. */
export function generateLines(seed: number, count: number): readonly string[] {
  const chance = createChance(seed);
  return Array.from({ length: count }, () => mutate(line(chance, 0), chance));
}

interface Chance {
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

/** mulberry32 */
function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new RangeError("nothing to pick from");
      return found;
    },
  };
}

const PLAIN_WORDS = [
  ..."a b.txt src -l -n -la --all . .. - -- x=y a#b src/a.ts -x HEAD~1 stash@{0} @{u} a%b a+b a,b {} a: %1 ^x".split(
    " ",
  ),
  ...["'x y'", '"x y"', "a\\ b", '"a\\"b"', "'a'\"b\"c", "''", '""', "a''b", "\\a", '"\\a"', "'\\'", '"a\'b"', "a\\;b"],
  ...["'$X'", "'`p`'", '"\\$X"', '"\\`p\\`"', "\\$X", "'a\nb'", '"a\nb"', "'é'", '"é ü"', "';'", "'|'", '"&&"', "'#'"],
];

const STRANGE_WORDS = [
  ...[
    "$X",
    '"$X"',
    "${X}",
    '"${X}"',
    "${X:-d}",
    '"${X:-d}"',
    "${X:=d}",
    "${X:--rf}",
    "${#X}",
    "${X%a}",
    "${!X}",
    "${X@P}",
  ],
  ...[
    "$(p)",
    '"$(p)"',
    "`p`",
    '"`p`"',
    "<(p)",
    "a$(p b)c",
    '"a$(p "b c")d"',
    "$(p `q`)",
    "$((1+2))",
    "$((X))",
    "$((a[1]))",
  ],
  ...[
    "{a,b}",
    "{1..3}",
    "a{b,c}d",
    "{a",
    "a}",
    "{a,}",
    "*",
    "*.txt",
    "src/*",
    "[ab]",
    "a[b",
    "?",
    "~",
    "~/x",
    "a=~",
    "!(a)",
  ],
  ...[
    "$'x'",
    "$'\\x41'",
    "$'a\\'b'",
    '$"y"',
    '$"$(p)"',
    "a$",
    '"a$"',
    "$",
    "$?",
    '"$?"',
    "$#",
    "$@",
    '"$@"',
    "$*",
    "a\\\nb",
  ],
  ...[
    "é",
    "\u00a0",
    "a\u2003b",
    "\u200b",
    "\r",
    "a\r",
    "#c",
    "!",
    "!!",
    "\\",
    "a\\",
    "'a",
    '"a',
    "a[$(p)]",
    "'a[$(p)]'",
  ],
];

const PROGRAMS = [
  ..."ls cat echo grep p q head wc sort find".split(" "),
  "git status",
  "git log",
  "npm test",
  "test",
  "[",
];
const TOKENS = ["printf", "cd", "xargs", "sed -n", "awk", "date", "p q", "sort -u", "timeout 5 p"];
const STRANGE_PROGRAMS = [
  ...[
    'e"cho"',
    "\\ls",
    "'ls'",
    "./ls",
    "/bin/../x/ls",
    "$P",
    "eval",
    "exec",
    "command",
    "builtin",
    "source",
    ".",
    "X=1 ls",
  ],
  ...[
    "time ls",
    "time -p ls",
    "! ls",
    "coproc ls",
    "env ls",
    "PATH=. ls",
    "a[$(p)]=1 ls",
    "X=1",
    "export X=1 ;ls",
    "ls\\\n",
  ],
  ...[
    "bash -c",
    "trap",
    "read",
    "printf -v",
    "[[",
    "((",
    "declare",
    "let",
    "ls\u00a0",
    "ls\r",
    "l\\\ns",
    "sudo",
    "unknown",
  ],
];
const REDIRECTS = [
  "2>&1",
  ">/dev/null",
  "2>/dev/null",
  "&>/dev/null",
  "< a.txt",
  "2>&-",
  ">&2",
  "<&0",
  "</dev/null",
  "1>&2",
];
const STRANGE_REDIRECTS = [
  ...[
    "> out",
    ">> out",
    ">|out",
    "<>out",
    "&>out",
    ">&out",
    "<<< x",
    '<<< "$X"',
    "<<<$(p)",
    "{fd}>/dev/null",
    "3>out",
    "3<a.txt",
  ],
  ...[
    "<<EOF\n$(p)\nEOF\n",
    "<<'EOF'\n$(p)\nEOF\n",
    "<<-EOF\n\tx\n\tEOF\n",
    "<<EOF\nx",
    "<<E'O'F\n`p`\nEOF\n",
    ">/dev/null2",
  ],
  ...["< /dev/tcp/localhost/1", "<$X", ">$X", "<&$X", ">& -", "> \n", "<", ">"],
];
const JOINTS = [
  "; ",
  " && ",
  " | ",
  "\n",
  " ;\n",
  " || ",
  " & ",
  " |& ",
  "&&",
  "|",
  ";",
  " && \\\n",
  " # c\n",
  "\n# c\n",
  ";;",
  " &\n",
];

function line(chance: Chance, depth: number): string {
  const parts = Array.from({ length: 1 + chance.below(3) }, () => part(chance, depth));
  return parts.reduce(
    (text, next) => text + (chance.below(12) === 0 ? chance.pick(JOINTS) : chance.pick(JOINTS.slice(0, 9))) + next,
  );
}

function part(chance: Chance, depth: number): string {
  if (depth > 2 || chance.below(6) > 0) return command(chance);
  const inner = (): string => line(chance, depth + 1);
  return chance.pick<() => string>([
    () => `(${inner()})`,
    () => `{ ${inner()}; }`,
    () => `if ${inner()}; then ${inner()}; fi`,
    () => `while false; do ${inner()}; done`,
    () => `until true; do ${inner()}; done`,
    () => `for x in a 'b c' *; do echo "$x"; done`,
    () => `for PATH in a; do ${inner()}; done`,
    () => `case a in b) ${inner()};; a) p;; esac`,
    () => `f() { ${inner()}; }; f`,
    () => `[[ a == ${word(chance)} ]]`,
    () => `((${word(chance)}))`,
    () => `echo "$(${inner()})"`,
    () => `echo $(${inner()})`,
    () => `echo \`${command(chance)}\``,
    () => `! ${inner()}`,
    () => `time ${inner()}`,
    () => `( ${inner()} ) >/dev/null`,
    () => `{ ${inner()}; } > out`,
  ])();
}

function command(chance: Chance): string {
  const lists = [PROGRAMS, PROGRAMS, PROGRAMS, TOKENS, STRANGE_PROGRAMS];
  const program = chance.below(3) > 0 ? chance.pick(PROGRAMS) : chance.pick(chance.pick(lists));
  const words = Array.from({ length: chance.below(4) }, () => word(chance));
  const redirects = Array.from({ length: chance.below(4) === 0 ? 1 : 0 }, () =>
    chance.pick(chance.below(4) === 0 ? STRANGE_REDIRECTS : REDIRECTS),
  );
  const closing = program === "[" && chance.below(8) > 0 ? ["]"] : [];
  return [program, ...words, ...closing, ...redirects].join(
    chance.below(20) === 0 ? chance.pick(["\t", "  ", " \\\n "]) : " ",
  );
}

const word = (chance: Chance): string =>
  chance.pick(chance.below(6) === 0 ? STRANGE_WORDS : PLAIN_WORDS) + (chance.below(12) === 0 ? word(chance) : "");

const CHARACTERS = [
  ..."\\'\"$`(){}<>|&;#!~*?[]=-,. \t\n\r\0a1@%^:+",
  "\u00a0",
  "\u2003",
  "\u200b",
  "\u0085",
  "\ufeff",
  "\\\r\n",
  "\r\n",
  "\\\n",
  "\f",
  "\v",
  "\x1b",
];

function mutate(text: string, chance: Chance): string {
  if (chance.below(4) > 0) return text;
  const at = chance.below(text.length + 1);
  const removed = chance.below(3) === 0 ? 1 + chance.below(2) : 0;
  const added = chance.below(4) === 0 ? "" : chance.pick(CHARACTERS);
  return text.slice(0, at) + added + text.slice(at + removed);
}
