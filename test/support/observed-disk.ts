import fs from "node:fs/promises";

type Sync = () => Promise<void>;

/** Calls back each time an appended record is about to be synced. Returns a function that stops observing. */
export async function lookBeforeSync(look: () => Promise<void>): Promise<() => void> {
  const probe = await fs.open(process.execPath, "r");
  const handles = Object.getPrototypeOf(probe) as Record<"datasync", Sync>;
  await probe.close();
  const { datasync } = handles;
  handles.datasync = async function () {
    await look();
    await datasync.call(this);
  };
  return () => {
    handles.datasync = datasync;
  };
}
