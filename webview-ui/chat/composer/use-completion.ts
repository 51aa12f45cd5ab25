import { useState } from "preact/hooks";
import type { Mention } from "../../../src/protocol/attachments";
import { word } from "../../shared/language/words";
import { attach, isWritten } from "../state/chips";
import { setDraft, submit } from "../state/draft";
import { matchingCommands, parseCommand, wantsArgument } from "../state/slash-commands";
import { askMentions, foundMentions } from "../state/store";
import { chipIcon } from "./chips";
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
  const choose = ({ value, mention }: Option) => {
    const element = field.current;
    if (element === null || trigger === null) return;
    const next = insertChoice(element.value, element.selectionStart, trigger, insertedFor(trigger, value, mention));
    close();
    setDraft(next.text);
    if (mention !== undefined) attach(mention);
    if (trigger.kind === "command" && !wantsArgument(matchingCommands(value)[0] ?? "help")) return submit();
    queueMicrotask(() => {
      element.focus();
      element.setSelectionRange(next.caret, next.caret);
      if (mention?.target === null) update();
    });
  };
  const update = () => {
    const element = field.current;
    if (element === null) return;
    const next = triggerAt(element.value, element.selectionStart);
    const asked = trigger?.kind === "mention" ? trigger.query : null;
    if (next?.kind === "mention" && next.query !== asked) askMentions(next.query);
    setTrigger(next);
    setActive(0);
  };
  return {
    trigger,
    options,
    active,
    update,
    close,
    choose,
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
  if (foundMentions.value.query !== trigger.query) return [];
  return foundMentions.value.mentions.map((mention) => ({
    value: mention.kind === "file" || mention.kind === "folder" ? mention.name : `${mention.kind}-${mention.name}`,
    label: labelOf(mention),
    detail: mention.detail === "" ? mention.name : mention.detail,
    icon: chipIcon(mention.kind),
    mention,
  }));
}

/** The last part of a path; an address only makes sense as a whole. */
const labelOf = ({ kind, name }: Mention): string =>
  kind === "web" ? name : (name.split("/").findLast((part) => part !== "") ?? name);

/** A heading stays open for more letters; what is shown only as a chip leaves no words behind. */
function insertedFor(trigger: Trigger, value: string, mention: Mention | undefined): string {
  if (trigger.kind === "command" || mention === undefined) return `/${value} `;
  if (mention.target === null) return `@${mention.name}`;
  return isWritten(mention) ? `@${mention.name} ` : "";
}
