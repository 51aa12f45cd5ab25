import { generateModule } from "./module-text";
import { generateOutput } from "./run-output";
import type { ArenaAction, ArenaPrompt, ArenaTask, Fact, FamilyName } from "./task";
import { TaskWords } from "./words";

/** How much of which work one prompt of a family holds. */
interface FamilyShape {
  readonly goal: string;
  readonly reads: number;
  readonly searches: number;
  readonly runs: number;
  readonly runLines: number;
  readonly errorsPerRun: number;
  readonly edits: number;
  /** Lines of the log that no window should hold whole; printed once, in the second prompt. */
  readonly logLines: number;
}

const FAMILIES: Readonly<Record<FamilyName, FamilyShape>> = {
  debugging: {
    goal: "The nightly run of this service reports negative weights. Find out where they come from and correct them.",
    ...{ reads: 7, searches: 2, runs: 2, runLines: 180, errorsPerRun: 2, edits: 2, logLines: 5_000 },
  },
  refactoring: {
    goal: "Bring the limits of this service in line with the agreed ones, file by file, without breaking callers.",
    ...{ reads: 8, searches: 2, runs: 1, runLines: 120, errorsPerRun: 1, edits: 5, logLines: 2_000 },
  },
  "log-analysis": {
    goal: "Work out from the logs of this service which operations failed last night, and what they have in common.",
    ...{ reads: 3, searches: 3, runs: 5, runLines: 260, errorsPerRun: 3, edits: 1, logLines: 12_000 },
  },
};

const PROMPTS = 6;
const DECISIONS_PER_PROMPT = 3;
const TO_DOS_PER_PROMPT = 2;
const PROBES_PER_PROMPT = 5;
/** The third prompt comes after a break that outlives every five-minute cache entry. */
const PAUSE = { prompt: 2, minutes: 12 } as const;
/** In the fourth prompt the user takes back a decision of the first. */
const CHANGE_OF_MIND = 3;
/** In the fifth, the user says which error does not matter. */
const RED_HERRING = 4;

/** Where a probe writes its value; its lines are counted when a run is validated. */
export const NOTES_FILE = "notes.txt";

export function generateTask(family: FamilyName, seed: number): ArenaTask {
  return new TaskWriter(family, seed).write();
}

class TaskWriter {
  private readonly shape: FamilyShape;
  private readonly words: TaskWords;
  private readonly files: Record<string, string> = {};
  private readonly facts: Fact[] = [];
  private readonly family: FamilyName;
  private readonly seed: number;

  constructor(family: FamilyName, seed: number) {
    this.family = family;
    this.seed = seed;
    this.shape = FAMILIES[family];
    this.words = new TaskWords(seed);
  }

  write(): ArenaTask {
    const prompts = Array.from({ length: PROMPTS }, (_, index) => this.prompt(index));
    const { family, seed, files, facts } = this;
    return { family, seed, files, prompts, facts };
  }

  private prompt(index: number): ArenaPrompt {
    const known = this.facts.filter(isCurrent);
    const text = [
      index === 0 ? this.shape.goal : "Thank you. Please continue.",
      ...this.decisions(index),
      ...(index === CHANGE_OF_MIND ? this.changeOfMind(index) : []),
      ...(index === RED_HERRING ? ["Ignore the very first error of the first run: it is a known false alarm."] : []),
      ...this.toDos(index),
    ].join("\n");
    const work = [
      ...this.reads(index),
      ...this.runs(index),
      ...(index === 1 ? [this.largeLog()] : []),
      ...this.searches(),
      ...this.edits(index),
    ];
    return {
      text,
      minutesBefore: index === PAUSE.prompt ? PAUSE.minutes : index === 0 ? 0 : 1,
      actions: spread(work, this.probes(index, known)),
      answer: `Part ${index + 1} is done.`,
    };
  }

  private decisions(since: number): readonly string[] {
    return Array.from({ length: DECISIONS_PER_PROMPT }, () => {
      const [setting, value] = [this.words.constant(), this.words.value()];
      this.facts.push({ id: `decision-${value}`, kind: "decision", needle: value, meaning: [setting], since });
      return `We decided that ${setting} has to be ${value}.`;
    });
  }

  private changeOfMind(since: number): readonly string[] {
    const index = this.facts.findIndex((fact) => fact.kind === "decision");
    const old = this.facts[index];
    const setting = old?.meaning[0];
    if (old === undefined || setting === undefined) return [];
    const value = this.words.value();
    this.facts[index] = { ...old, staleSince: since };
    this.facts.push({ id: `decision-${value}`, kind: "decision", needle: value, meaning: [setting], since });
    return [`We changed our mind: ${setting} has to be ${value} from now on.`];
  }

  private toDos(since: number): readonly string[] {
    return Array.from({ length: TO_DOS_PER_PROMPT }, () => {
      const [name, ticket] = [this.words.functionName(), `T-${this.words.value()}`];
      this.facts.push({ id: `to-do-${ticket}`, kind: "to-do", needle: ticket, meaning: [name], since });
      return `Still to do later, not now: ${ticket}, write tests for ${name}.`;
    });
  }

  private reads(since: number): readonly ArenaAction[] {
    return Array.from({ length: this.shape.reads }, () => {
      const module = generateModule(this.words);
      this.files[module.path] = module.text;
      const source = { kind: "read", path: module.path } as const;
      this.facts.push({
        ...{ id: `file-${module.path}`, kind: "file", needle: module.owner, source, since },
        meaning: [module.path.slice("src/".length, -".js".length)],
      });
      for (const { name, value } of module.constants)
        this.facts.push({ id: `value-${value}`, kind: "value", needle: value, meaning: [name], source, since });
      return source;
    });
  }

  private runs(since: number): readonly ArenaAction[] {
    return Array.from({ length: this.shape.runs }, (_, run) => {
      const { text, errors } = generateOutput(this.words, this.shape.runLines, this.shape.errorsPerRun);
      const path = `runs/run-${since + 1}-${run + 1}.txt`;
      this.files[path] = text;
      const source = { kind: "run", command: `sh tools/run.sh ${since + 1}-${run + 1}` } as const;
      this.files["tools/run.sh"] ??= 'cat "runs/run-$1.txt"\n';
      for (const { code, about } of errors)
        this.facts.push({ id: `error-${code}`, kind: "error", needle: code, meaning: [about], source, since });
      return source;
    });
  }

  private largeLog(): ArenaAction {
    this.files["logs/night.log"] = generateOutput(this.words, this.shape.logLines, 1).text;
    return { kind: "run", command: "cat logs/night.log" };
  }

  private searches(): readonly ArenaAction[] {
    return Array.from({ length: this.shape.searches }, () => ({
      kind: "search",
      pattern: `zone-${this.words.number(2, 90)}'`,
      path: "src",
    }));
  }

  /** Changes a constant of a file read in an earlier prompt, where there is one: the text may be gone by now. */
  private edits(since: number): readonly ArenaAction[] {
    const untouched = this.facts.filter(
      (fact) => fact.kind === "value" && fact.source?.kind === "read" && isCurrent(fact),
    );
    const earlier = untouched.filter((fact) => fact.since < since);
    return Array.from({ length: this.shape.edits }, (): readonly ArenaAction[] => {
      const pool = earlier.length > 0 ? earlier : untouched;
      const fact = pool.splice(this.words.number(0, pool.length), 1)[0];
      const name = fact?.meaning[0];
      if (fact?.source?.kind !== "read" || name === undefined) return [];
      const value = this.words.value();
      this.facts[this.facts.indexOf(fact)] = { ...fact, staleSince: since };
      this.facts.push({
        id: `edit-${value}`,
        kind: "edit",
        needle: value,
        meaning: [name],
        source: fact.source,
        since,
      });
      return [
        {
          ...{ kind: "edit", path: fact.source.path },
          find: `export const ${name} = ${fact.needle};`,
          replace: `export const ${name} = ${value};`,
        },
      ];
    }).flat();
  }

  private probes(index: number, known: readonly Fact[]): readonly ArenaAction[] {
    const open = known.filter((fact) => this.facts.some((now) => now.id === fact.id && isCurrent(now)));
    return Array.from({ length: index === 0 ? 0 : PROBES_PER_PROMPT }, (_, probe): readonly ArenaAction[] => {
      const fact = open.splice(this.words.number(0, open.length), 1)[0];
      return fact === undefined ? [] : [{ kind: "probe", id: `${index + 1}-${probe + 1}`, factId: fact.id }];
    }).flat();
  }
}

const isCurrent = (fact: Fact): boolean => fact.staleSince === undefined;

/** Puts the second list between the items of the first, evenly. */
function spread<T>(work: readonly T[], among: readonly T[]): readonly T[] {
  const every = Math.max(1, Math.floor(work.length / (among.length + 1)));
  const placed = work.flatMap((item, index) => {
    const extra = (index + 1) % every === 0 ? among[(index + 1) / every - 1] : undefined;
    return extra === undefined ? [item] : [item, extra];
  });
  return [...placed, ...among.slice(Math.floor(work.length / every))];
}
