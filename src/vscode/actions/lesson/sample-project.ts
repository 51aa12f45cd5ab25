import { Uri, workspace } from "vscode";
import { objectOf, parseJsonObject } from "../../../core/base/json";

/** The name in the manifest of the sample project, which `npm start` opens. */
const SAMPLE_NAME = "lemonade-stand";
const SOURCE = "src/cart.js";
/** The defect the lesson repairs, and the same place after it. */
const DEFECT = "sum - sum * discount";
const REPAIRED = "sum - discount";

/** Whether the folder is the sample project as the lesson needs it: with its defect, or with exactly that repaired. */
export async function isSampleProject(folder: string): Promise<boolean> {
  if (folder === "") return false;
  const [manifest, source] = await Promise.all([readText(folder, "package.json"), readText(folder, SOURCE)]);
  return (
    objectOf(parseJsonObject(manifest))["name"] === SAMPLE_NAME &&
    [DEFECT, REPAIRED].some((line) => source.includes(`Math.round(${line})`))
  );
}

/** Takes back the repair of an earlier lesson, so that there is something to find. */
export async function resetSample(folder: string): Promise<void> {
  const source = await readText(folder, SOURCE);
  if (source.includes(DEFECT)) return;
  const broken = source.replace(`Math.round(${REPAIRED})`, `Math.round(${DEFECT})`);
  await workspace.fs.writeFile(fileOf(folder, SOURCE), new TextEncoder().encode(broken));
}

const fileOf = (folder: string, path: string): Uri => Uri.joinPath(Uri.file(folder), path);

/** Empty where there is no such file. */
const readText = (folder: string, path: string): Promise<string> =>
  Promise.resolve(workspace.fs.readFile(fileOf(folder, path))).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => "",
  );
