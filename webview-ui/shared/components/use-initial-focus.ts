import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Puts the caret at the end of a field as it appears. Browsers honor `autofocus` only once for a whole page. */
export function useInitialFocus<Field extends HTMLInputElement | HTMLTextAreaElement>(): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  return field;
}
