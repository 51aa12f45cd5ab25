import type { QuickPickItem } from "vscode";
import { window } from "vscode";

export interface PickWords {
  readonly title: string;
  readonly placeholder: string;
  readonly value?: string;
}

/** A quick pick whose items depend on the typed text. Undefined if the user cancels. */
export function pickLive<Item extends QuickPickItem>(
  { title, placeholder, value = "" }: PickWords,
  search: (text: string) => Promise<readonly Item[]>,
): Promise<Item | undefined> {
  return new Promise((resolve, reject) => {
    const picker = window.createQuickPick<Item>();
    Object.assign(picker, { title, placeholder, value, matchOnDescription: true, matchOnDetail: true });
    let shownFor: string | undefined;
    const find = async (text: string) => {
      picker.busy = true;
      const items = await search(text);
      if (text !== picker.value) return; // The user has typed on since.
      picker.items = items.map((item) => ({ ...item, alwaysShow: true }));
      shownFor = text;
      picker.busy = false;
    };
    const findOrFail = (text: string) =>
      find(text).catch((error: unknown) => {
        reject(error);
        picker.hide();
      });
    picker.onDidChangeValue((text) => void findOrFail(text));
    // A fast typist presses Enter before the items have arrived, and means the typed text.
    const accept = async () => {
      if (shownFor !== picker.value) await findOrFail(picker.value);
      resolve(picker.items.find((item) => picker.activeItems.includes(item)) ?? picker.items[0]);
      picker.hide();
    };
    picker.onDidAccept(() => void accept());
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    void findOrFail(value);
  });
}
