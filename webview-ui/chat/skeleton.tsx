import "./skeleton.css";
import type { JSX } from "preact";
import { word } from "../shared/language/words";

/** Stands where the conversation will be while the last session is read. */
export const Skeleton = (): JSX.Element => (
  <main class="skeleton" data-testid="skeleton" aria-busy="true" aria-label={word("loadingSession")}>
    <div class="skeleton-line user" />
    <div class="skeleton-line long" />
    <div class="skeleton-line" />
    <div class="skeleton-line short" />
  </main>
);
