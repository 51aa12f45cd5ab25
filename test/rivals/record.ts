import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { RecordedRequest } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { runRival } from "./run";
import type { Scenario } from "./scenario";
import { plantedTexts, smallScenario } from "./scenario";
import { scriptedModel } from "./script";
import type { Rival, RivalPlace, RivalTurn } from "./table/rival";
import type { Trim } from "./trim";
import { trimLines, trimText, trimValue } from "./trim";

/** One recording: the agent's session files, and its requests as the model server received them. */
export interface Recording {
  readonly place: RivalPlace;
  readonly scenario: Scenario;
  readonly requests: readonly RecordedRequest[];
  readonly violations: readonly string[];
}

const WINDOW_TOKENS = 200_000;

/** Lets the agent perform the scenario in a folder of its own, and passes the recording on before it is removed. */
export async function withRecording<Result>(
  rival: Rival,
  use: (recording: Recording) => Result | Promise<Result>,
  planScenario: (workspace: string) => Scenario = smallScenario,
): Promise<Result> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `rival-${rival.id}-`)));
  const server = await startModelServer({ clients: "foreign" });
  try {
    const place: RivalPlace = {
      home: join(folder, "home"),
      workspace: join(folder, "home", "project"),
      modelUrl: server.url,
      windowTokens: WINDOW_TOKENS,
    };
    const scenario = planScenario(place.workspace);
    for (const [name, text] of Object.entries(scenario.files)) writeText(join(place.workspace, name), text);
    server.use(scriptedModel(rival, scenario.script, scenario.summary));
    for (const turn of rival.records === "first-turn" ? scenario.turns.slice(0, 1) : scenario.turns) {
      const { status, output, errors } = await runRival(rival, windowFor(rival, place, turn), turn);
      if (status !== 0) throw new Error(`${rival.name} ended with ${status}:\n${output.slice(-2_000)}\n${errors}`);
    }
    return await use({ place, scenario, requests: server.requests, violations: server.violations });
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const windowFor = ({ compactWindowTokens }: Rival, place: RivalPlace, turn: RivalTurn): RivalPlace =>
  turn.kind === "compact" && compactWindowTokens !== undefined
    ? { ...place, windowTokens: compactWindowTokens }
    : place;

/** Writes the recording as a fixture: `home/` as the agent left it, and `wire.json`. */
export function writeFixture(
  rival: Rival,
  { place, scenario, requests }: Recording,
  target: string,
): readonly string[] {
  const trim: Trim = {
    ours: plantedTexts(scenario),
    folders: [
      [place.workspace, "/home/user/project"],
      [place.workspace.replaceAll("/", "-"), "-home-user-project"],
      [place.home, "/home/user"],
    ],
  };
  rmSync(target, { recursive: true, force: true });
  if (rival.database !== undefined)
    writeText(join(target, "rows.json"), rowsOf(join(place.home, rival.database), trim));
  const kept = filesBelow(join(place.home, rival.sessions)).filter((path) => KEPT.test(path));
  for (const path of kept) {
    const text = readFileSync(path, "utf8");
    const shown = path.endsWith(".jsonl") ? trimLines(text, trim) : trimDocument(text, trim);
    writeText(join(target, "home", trimText(relative(place.home, path), trim)), shown);
  }
  const wire = requests.map(({ protocol, path, body, promptTokens, cache }) => ({
    ...{ protocol, path, promptTokens, cache },
    body: trimValue(body, trim),
  }));
  writeText(join(target, "wire.json"), `${JSON.stringify(wire)}\n`);
  return kept;
}

/** The sessions of a database as text; tests build a database from it. */
function rowsOf(path: string, trim: Trim): string {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = ["project", "session", "message", "part"].map((table) => ({
    table,
    schema: database.prepare("SELECT sql FROM sqlite_master WHERE name = ?").get(table)?.["sql"],
    rows: database
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => trimRow(row, trim)),
  }));
  database.close();
  return `${JSON.stringify(tables)}\n`;
}

/** The records themselves are JSON texts inside a column. */
const trimRow = (row: Readonly<Record<string, unknown>>, trim: Trim): unknown =>
  typeof row["data"] === "string"
    ? { ...row, data: JSON.stringify(trimValue(JSON.parse(row["data"]), trim)) }
    : trimValue(row, trim);

const KEPT = /\.(jsonl?|md)$/;

const trimDocument = (text: string, trim: Trim): string => `${JSON.stringify(trimValue(JSON.parse(text), trim))}\n`;

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
