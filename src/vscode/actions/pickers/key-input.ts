import type { InputBox } from "vscode";
import { env, l10n, ThemeIcon, Uri, window } from "vscode";
import type { KeyCheck } from "../../../core/host";

export interface KeyQuestion {
  readonly provider: string;
  /** The only server that will see the key. */
  readonly server: string;
  /** Where the vendor hands out keys. */
  readonly page: string | undefined;
  check(key: string, signal: AbortSignal): Promise<KeyCheck>;
}

export interface EnteredKey {
  /** Empty to remove the stored key. */
  readonly key: string;
  readonly state: Exclude<KeyCheck, "refused"> | "removed";
}

/** Asks for a key and tries it at its server. A refused key stays in the field, to be corrected. */
export function askForKey(question: KeyQuestion): Promise<EnteredKey | undefined> {
  const { provider, server, page } = question;
  const input = window.createInputBox();
  const stop = new AbortController();
  input.title = l10n.t("API key for {provider}", { provider });
  input.password = true;
  input.ignoreFocusOut = true;
  input.prompt = l10n.t(
    "Stored in the secret storage of your system, and sent only to {server}. Leave empty to remove the stored key.",
    { server },
  );
  if (page !== undefined)
    input.buttons = [{ iconPath: new ThemeIcon("link-external"), tooltip: l10n.t("Get a key: {page}", { page }) }];
  return new Promise((resolve) => {
    input.onDidTriggerButton(() => page !== undefined && void env.openExternal(Uri.parse(page, true)));
    input.onDidChangeValue(() => {
      input.validationMessage = undefined;
    });
    input.onDidAccept(async () => {
      const entered = await tryKey(input, question, stop.signal);
      if (entered === undefined) return;
      resolve(entered);
      input.dispose();
    });
    input.onDidHide(() => {
      stop.abort();
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

/** Undefined while the key in the field is not to be stored. */
async function tryKey(input: InputBox, question: KeyQuestion, signal: AbortSignal): Promise<EnteredKey | undefined> {
  const key = input.value.trim();
  if (key === "") return { key, state: "removed" };
  input.busy = true;
  input.enabled = false;
  // A closed question needs no answer.
  const state = await question.check(key, signal).catch(() => "refused" as const);
  if (signal.aborted) return undefined;
  input.busy = false;
  input.enabled = true;
  if (state !== "refused") return { key, state };
  const { server } = question;
  input.validationMessage = l10n.t("{server} refused this key. Correct it, or get a new one.", { server });
  return undefined;
}
