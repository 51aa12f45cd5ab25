import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { draft, images, setDraft, stepHistory, submit } from "../state/draft";
import { activity, composed, isRunning } from "../state/store";
import { Chips } from "./chips";
import { readImages } from "./images";
import { ModeMenus } from "./mode-menu";
import { ModelButton } from "./model-button";
import { optionId, POPUP_ID, Popup } from "./popup";
import { SendButton } from "./send-button";
import { useCompletion } from "./use-completion";

export const Composer = (): JSX.Element => {
  const field = useRef<HTMLTextAreaElement>(null);
  const { trigger, options, active, update, close, choose, onKeyDown: onCompletionKey } = useCompletion(field);
  const running = isRunning(activity.value);
  useHostText(field);
  useGrowingField(field);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const handled =
      options.length > 0
        ? onCompletionKey(event.key)
        : handleFieldKey(event, field.current, running ? "running" : "idle");
    if (handled === "handled") event.preventDefault();
  };
  const addImages = async (files: Iterable<File>) => {
    const added = await readImages(files);
    if (added.length > 0) post({ type: "price-image" });
    images.value = [...images.value, ...added];
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = event.clipboardData?.files;
    if (files === undefined || files.length === 0) return;
    event.preventDefault();
    void addImages(files);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target only; the image button serves the keyboard.
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
          label={word(trigger.kind === "command" ? "commands" : "mentions")}
          options={options}
          active={active}
          onChoose={choose}
        />
      ) : null}
      <Chips />
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
          update();
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={close}
      />
      <Footer onStart={(text) => startTyping(field.current, text, update)} onFiles={addImages} running={running} />
      <ModeMenus />
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
      <ModelButton />
      <SendButton running={running ? "running" : "idle"} />
    </div>
  );
};

/** Text from the host: a selection added to the chat, a message to edit. */
function useHostText(field: { readonly current: HTMLTextAreaElement | null }): void {
  const text = composed.value;
  useEffect(() => {
    if (text === null) return;
    setDraft(text.how === "replace" || draft.value === "" ? text.text : `${draft.value}\n${text.text}`);
    if (text.images !== undefined && text.images.length > 0) {
      images.value = [...images.value, ...text.images];
      post({ type: "price-image" });
    }
    composed.value = null;
    field.current?.focus();
    queueMicrotask(() => field.current?.setSelectionRange(draft.value.length, draft.value.length));
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

type KeyResult = "handled" | "ignored";

function handleFieldKey(
  event: KeyboardEvent,
  element: HTMLTextAreaElement | null,
  agent: "running" | "idle",
): KeyResult {
  if (event.key === "Enter" && !event.shiftKey) {
    submit(event.ctrlKey || event.metaKey ? "now" : event.altKey ? "after-step" : "after-turn");
    return "handled";
  }
  if (event.key === "Escape" && agent === "running") {
    post({ type: "stop" });
    return "handled";
  }
  const atStart = element !== null && element.selectionStart === 0 && element.selectionEnd === 0;
  if (event.key === "ArrowUp" && atStart) return stepHistory("older") === "moved" ? "handled" : "ignored";
  const atEnd = element !== null && element.selectionStart === element.value.length;
  if (event.key === "ArrowDown" && atEnd) return stepHistory("newer") === "moved" ? "handled" : "ignored";
  return "ignored";
}

/** The buttons insert the same characters as the keyboard, so that both open the same list. */
function startTyping(element: HTMLTextAreaElement | null, text: "/" | "@", update: () => void): void {
  if (element === null) return;
  const spaced = text === "@" && draft.value !== "" && !/\s$/.test(draft.value) ? ` ${text}` : text;
  setDraft(text === "/" ? "/" : draft.value + spaced);
  element.focus();
  setTimeout(() => {
    element.setSelectionRange(element.value.length, element.value.length);
    update();
  });
}
