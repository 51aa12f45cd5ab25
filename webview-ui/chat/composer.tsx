import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon, IconButton } from "../shared/controls";
import { post } from "../shared/host";
import { word } from "../shared/words";
import { insertChoice, matchingCommands, triggerAt, wantsArgument, type Trigger } from "./completion";
import { draft, images, setDraft, stepHistory, submit } from "./draft";
import { readImages } from "./images";
import { optionId, Popup, POPUP_ID, type Option } from "./popup";
import { activity, composed, foundFiles, isRunning } from "./store";

export const Composer = (): JSX.Element => {
  const field = useRef<HTMLTextAreaElement>(null);
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [active, setActive] = useState(0);
  const options = optionsFor(trigger);
  const running = isRunning(activity.value);
  useHostText(field);
  useGrowingField(field);

  const retrigger = () => {
    const element = field.current;
    if (element === null) return;
    const next = triggerAt(element.value, element.selectionStart);
    if (next?.kind === "file" && next.query !== foundFiles.value.query) post({ type: "find-files", query: next.query });
    setTrigger(next);
    setActive(0);
  };
  const choose = ({ value }: Option) => {
    const element = field.current;
    if (element === null || trigger === null) return;
    const next = insertChoice(element.value, element.selectionStart, trigger, value);
    setTrigger(null);
    setDraft(next.text);
    if (trigger.kind === "command" && !wantsArgument(commandOf(value))) return submit();
    queueMicrotask(() => {
      element.focus();
      element.setSelectionRange(next.caret, next.caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const key =
      options.length > 0
        ? popupKey(event, options.length, active)
        : fieldKey(event, field.current, running ? "running" : "idle");
    if (key === null) return;
    event.preventDefault();
    if (key.kind === "move") setActive(key.to);
    else if (key.kind === "close") setTrigger(null);
    else if (key.kind === "choose") {
      const option = options[active];
      if (option !== undefined) choose(option);
    }
  };
  const addImages = async (files: Iterable<File>) => {
    images.value = [...images.value, ...(await readImages(files))];
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = event.clipboardData?.files;
    if (files === undefined || files.length === 0) return;
    event.preventDefault();
    void addImages(files);
  };

  return (
    <div
      class="composer"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void addImages(event.dataTransfer?.files ?? []);
      }}
    >
      {trigger !== null && options.length > 0 ? (
        <Popup
          label={word(trigger.kind === "command" ? "commands" : "files")}
          options={options}
          active={active}
          onChoose={choose}
        />
      ) : null}
      <Images />
      <textarea
        ref={field}
        class="composer-field"
        data-testid="composer"
        rows={1}
        value={draft.value}
        placeholder={word(running ? "composerQueue" : "composerPlaceholder")}
        aria-label={word("composerLabel")}
        aria-autocomplete="list"
        aria-controls={options.length > 0 ? POPUP_ID : undefined}
        aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
        onInput={(event) => {
          setDraft(event.currentTarget.value);
          retrigger();
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => setTrigger(null)}
      />
      <Footer onStart={(text) => startTyping(field.current, text, retrigger)} onFiles={addImages} running={running} />
    </div>
  );
};

const Footer = ({
  onStart,
  onFiles,
  running,
}: {
  readonly onStart: (text: "/" | "@") => void;
  readonly onFiles: (files: Iterable<File>) => Promise<void>;
  readonly running: boolean;
}): JSX.Element => {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div class="composer-footer">
      <IconButton icon="mention" label={word("addFile")} testId="add-file" onClick={() => onStart("@")} />
      <IconButton icon="terminal" label={word("commands")} testId="slash-menu" onClick={() => onStart("/")} />
      <IconButton
        icon="file-media"
        label={word("addImage")}
        testId="add-image"
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        class="visually-hidden"
        tabIndex={-1}
        aria-label={word("addImage")}
        onChange={(event) => {
          void onFiles(event.currentTarget.files ?? []);
          event.currentTarget.value = "";
        }}
      />
      <span class="space" />
      {running ? (
        <IconButton icon="debug-stop" label={word("stop")} testId="stop" onClick={() => post({ type: "stop" })} />
      ) : null}
      <IconButton
        icon="send"
        label={word(running ? "sendToQueue" : "send")}
        testId="send"
        disabled={draft.value.trim() === "" && images.value.length === 0}
        onClick={submit}
      />
    </div>
  );
};

const Images = (): JSX.Element | null =>
  images.value.length === 0 ? null : (
    <ul class="chips" aria-label={word("images")}>
      {images.value.map((image, index) => (
        <li key={image.base64.slice(-24) + String(index)} class="chip">
          <Icon name="file-media" /> {image.mediaType.slice(6)}
          <IconButton
            icon="close"
            label={word("removeImage")}
            testId="remove-image"
            onClick={() => {
              images.value = images.value.filter((_, other) => other !== index);
            }}
          />
        </li>
      ))}
    </ul>
  );

/** Text the host puts here: a selection added to the chat, a message to edit. */
function useHostText(field: { readonly current: HTMLTextAreaElement | null }): void {
  const text = composed.value;
  useEffect(() => {
    if (text === null) return;
    setDraft(text.how === "replace" || draft.value === "" ? text.text : `${draft.value}\n${text.text}`);
    composed.value = null;
    field.current?.focus();
  }, [text]);
}

function useGrowingField(field: { readonly current: HTMLTextAreaElement | null }): void {
  const text = draft.value;
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
}

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

const commandOf = (value: string) => matchingCommands(value)[0] ?? "help";

type Key = { readonly kind: "move"; readonly to: number } | { readonly kind: "close" | "choose" | "done" };

function popupKey(event: KeyboardEvent, count: number, active: number): Key | null {
  switch (event.key) {
    case "ArrowDown":
      return { kind: "move", to: (active + 1) % count };
    case "ArrowUp":
      return { kind: "move", to: (active + count - 1) % count };
    case "Enter":
    case "Tab":
      return { kind: "choose" };
    case "Escape":
      return { kind: "close" };
    default:
      return null;
  }
}

function fieldKey(event: KeyboardEvent, element: HTMLTextAreaElement | null, agent: "running" | "idle"): Key | null {
  if (event.key === "Enter" && !event.shiftKey) {
    submit();
    return { kind: "done" };
  }
  if (event.key === "Escape" && agent === "running") {
    post({ type: "stop" });
    return { kind: "done" };
  }
  const atStart = element !== null && element.selectionStart === 0 && element.selectionEnd === 0;
  if (event.key === "ArrowUp" && atStart) return stepHistory("older") === "moved" ? { kind: "done" } : null;
  const atEnd = element !== null && element.selectionStart === element.value.length;
  if (event.key === "ArrowDown" && atEnd) return stepHistory("newer") === "moved" ? { kind: "done" } : null;
  return null;
}

/** The buttons type what the keyboard would, so that both lead to the same list. */
function startTyping(element: HTMLTextAreaElement | null, text: "/" | "@", retrigger: () => void): void {
  if (element === null) return;
  const spaced = text === "@" && draft.value !== "" && !/\s$/.test(draft.value) ? ` ${text}` : text;
  setDraft(text === "/" ? "/" : draft.value + spaced);
  element.focus();
  setTimeout(() => {
    element.setSelectionRange(element.value.length, element.value.length);
    retrigger();
  });
}
