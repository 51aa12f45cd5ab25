import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { InspectorSection } from "../../src/protocol/messages";
import { word } from "../shared/language/words";
import { lcm } from "./store";

const SECTIONS: readonly InspectorSection[] = [
  "context",
  "preview",
  "cache",
  "timeline",
  "compressions",
  "known",
  "lcm",
  "audit",
  "usage",
];

/** The way through the page, always in view; the section at the top of the window is marked. */
export const Tabs = (): JSX.Element => {
  const shown = SECTIONS.filter((name) => name !== "lcm" || lcm.value !== null);
  const current = useTopSection(shown);
  return (
    <nav class="tabs" aria-label={word("sections")}>
      {shown.map((name) => (
        <a
          key={name}
          href={`#section-${name}`}
          data-testid={`to-${name}`}
          aria-current={name === current ? "location" : undefined}
        >
          {word(`section_${name}`)}
        </a>
      ))}
    </nav>
  );
};

/** A section counts as reached once its heading is this far below the tabs. */
const REACHED_PX = 60;

function useTopSection(names: readonly InspectorSection[]): InspectorSection | undefined {
  const [current, setCurrent] = useState<InspectorSection | undefined>(names[0]);
  useEffect(() => {
    const find = () => {
      const topOf = (name: string) => document.getElementById(`section-${name}`)?.getBoundingClientRect().top;
      const reached = names.filter((name) => (topOf(name) ?? Number.POSITIVE_INFINITY) <= REACHED_PX);
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1;
      const isScrolled = window.scrollY > 0;
      setCurrent(isAtEnd && isScrolled ? names.at(-1) : (reached.at(-1) ?? names[0]));
    };
    window.addEventListener("scroll", find, { passive: true });
    return () => window.removeEventListener("scroll", find);
  }, [names.length]);
  return current;
}
