import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

type Call = (...args: unknown[]) => Promise<unknown>;

const REASONS = { ENOSPC: "no space left on device", EROFS: "read-only file system" } as const;

/**
 * Makes the disk refuse every write with the error of the operating system; a full disk still accepts half of each
 * write. Returns a function that repairs the disk.
 */
export async function refuseWrites(code: keyof typeof REASONS): Promise<() => void> {
  const refuse = () => Promise.reject(Object.assign(new Error(`${code}: ${REASONS[code]}`), { code }));
  const probe = await fs.open(process.execPath, "r");
  const handles = Object.getPrototypeOf(probe) as Record<"write", Call>;
  await probe.close();
  const { write } = handles;
  handles.write = async function (bytes, offset, length, position) {
    if (code === "ENOSPC") await write.call(this, bytes, offset, Math.floor(Number(length) / 2), position);
    return await refuse();
  };
  const { open, writeFile, appendFile, link, rename, mkdir } = fs;
  const files: Record<string, unknown> = {
    open: (path: string, flags: string) =>
      flags === "r" ? open(path, flags) : flags === "r+" && code === "ENOSPC" ? open(path, flags) : refuse(),
    writeFile: refuse,
    appendFile: refuse,
    link: refuse,
    rename: refuse,
    mkdir: refuse,
  };
  Object.assign(fs, files);
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { open, writeFile, appendFile, link, rename, mkdir });
    handles.write = write;
    syncBuiltinESMExports();
  };
}
