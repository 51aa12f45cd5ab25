import { useRef } from "preact/hooks";

/** Longer than a smooth scroll takes. */
const SCROLL_MS = 1_000;
const SCROLL_KEYS: readonly string[] = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "Tab"];

interface Reader {
  /** Whether a scroll is the reader's: a list also scrolls by itself, as it and its rows change in height. */
  isScrolling(): boolean;
  /** For the list; `onInput` is called with every input. */
  handlers(onInput: () => void): ReaderHandlers;
}

interface ReaderHandlers {
  onWheel(): void;
  onTouchMove(): void;
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Tells from the inputs to a list whether the reader scrolls it. */
export function useReader(): Reader {
  const scrolledAt = useRef(Number.NEGATIVE_INFINITY);
  const holdsScrollBar = useRef(false);
  const scroll = () => {
    scrolledAt.current = performance.now();
  };
  return {
    isScrolling: () => holdsScrollBar.current || performance.now() - scrolledAt.current < SCROLL_MS,
    handlers: (onInput) => ({
      onWheel() {
        scroll();
        onInput();
      },
      onTouchMove() {
        scroll();
        onInput();
      },
      onPointerDown({ target, currentTarget }) {
        // A press on anything else, such as the button of a row, has another target.
        holdsScrollBar.current = target === currentTarget;
        onInput();
      },
      onPointerMove({ buttons }) {
        // Letting go of a scroll bar causes no event.
        if (buttons === 0) holdsScrollBar.current = false;
      },
      onKeyDown({ key }) {
        if (SCROLL_KEYS.includes(key)) scroll();
        onInput();
      },
    }),
  };
}
