/** Whether a session worked in a folder or in one below it. Without a folder on either side, it did not. */
export function worksIn(workspace: string, folder: string): boolean {
  const [inner, outer] = [comparable(workspace), comparable(folder)];
  if (inner === undefined || outer === undefined) return false;
  return inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}

const WINDOWS = /^(?:[a-z]:[\\/]|\\\\)/i;

/** Programs differ in the case of a drive's letter and in the slashes. A path that is not absolute says nothing. */
function comparable(path: string): string | undefined {
  const plain = WINDOWS.test(path) ? path.replaceAll("\\", "/").toLowerCase() : path;
  if (!/^(?:[a-z]:)?\//.test(plain)) return undefined;
  const names: string[] = [];
  for (const name of plain.split("/"))
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  return `/${names.join("/")}`;
}
