import { useState } from "preact/hooks";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { setDraft, submit } from "../state/draft";
import { matchingCommands, parseCommand, wantsArgument } from "../state/slash-commands";
import { foundFiles } from "../state/store";
import type { Trigger } from "./completion";
import { insertChoice, triggerAt } from "./completion";
import type { Option } from "./popup";

interface Completion {
  readonly trigger: Trigger | null;
  readonly options: readonly Option[];
  /** The index of the option that Enter chooses. */
  readonly active: number;
  /** Reads the text before the caret again. */
  update(): void;
  close(): void;
  choose(option: Option): void;
  onKeyDown(key: string): "handled" | "ignored";
}

/** The list of commands or files for the text before the caret of `field`. */
export function useCompletion(field: { readonly current: HTMLTextAreaElement | null }): Completion {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [active, setActive] = useState(0);
  const options = optionsFor(trigger);
  const close = () => setTrigger(null);
  const choose = ({ value }: Option) => {
    const element = field.current;
    if (element === null || trigger === null) return;
    const next = insertChoice(element.value, element.selectionStart, trigger, value);
    close();
    setDraft(next.text);
    if (trigger.kind === "command" && !wantsArgument(matchingCommands(value)[0] ?? "help")) return submit();
    queueMicrotask(() => {
      element.focus();
      element.setSelectionRange(next.caret, next.caret);
    });
  };
  return {
    trigger,
    options,
    active,
    close,
    choose,
    update() {
      const element = field.current;
      if (element === null) return;
      const next = triggerAt(element.value, element.selectionStart);
      if (next?.kind === "file" && next.query !== foundFiles.value.query)
        post({ type: "find-files", query: next.query });
      setTrigger(next);
      setActive(0);
    },
    onKeyDown(key) {
      const option = options[active];
      if (key === "ArrowDown") setActive((active + 1) % options.length);
      else if (key === "ArrowUp") setActive((active + options.length - 1) % options.length);
      else if (key === "Escape") close();
      else if (key === "Enter" && isComplete(trigger)) {
        close();
        submit();
      } else if ((key === "Enter" || key === "Tab") && option !== undefined) choose(option);
      else return "ignored";
      return "handled";
    },
  };
}

/** A command typed in full is sent at once; its argument is optional or asked for. */
const isComplete = (trigger: Trigger | null): boolean =>
  trigger?.kind === "command" && parseCommand(`/${trigger.query}`) !== null;

function optionsFor(trigger: Trigger | null): readonly Option[] {
  if (trigger === null) return [];
  if (trigger.kind === "command")
    return matchingCommands(trigger.query).map((command) => ({
      value: command,
      label: `/${command}`,
      detail: word(`slash_${command}`),
    }));
  if (foundFiles.value.query !== trigger.query) return [];
  return foundFiles.value.files.map((path) => ({
    value: path,
    label: path.split("/").findLast((part) => part !== "") ?? path,
    detail: path,
  }));
}
