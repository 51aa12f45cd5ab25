import "@vscode/codicons/dist/codicon.css";
import "../shared/base.css";
import "./inspector.css";
import type { JSX } from "preact";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { CompressionCard } from "../shared/components/compression-card";
import { word } from "../shared/language/words";
import { AuditSection } from "./audit-section";
import { CacheSection } from "./cache-section";
import { ContextSection } from "./context-section";
import { KnownSection } from "./known-section";
import { LcmSection } from "./lcm-section";
import { PreviewSection } from "./preview-section";
import { Section } from "./section";
import {
  audit,
  cache,
  compressions,
  connect,
  context,
  known,
  lcm,
  preview,
  timeline,
  title,
  totals,
  usage,
  wanted,
} from "./store";
import { Tabs } from "./tabs";
import { TimelineSection } from "./timeline-section";
import { UsageSection } from "./usage-section";

const Inspector = (): JSX.Element => (
  <main class="inspector" data-testid="inspector">
    <header class="inspector-head">
      <h1>{word("inspectorTitle")}</h1>
      <p class="note ellipsis">{title.value}</p>
    </header>
    <Tabs />
    <Sections />
  </main>
);

/** Nothing is drawn as empty before the host has said what there is. */
const Sections = (): JSX.Element | null => {
  useEffect(goToWanted, [wanted.value, context.value === null]);
  return context.value === null ? null : (
    <>
      <ContextSection context={context.value} />
      <PreviewSection preview={preview.value} />
      {cache.value === null ? null : <CacheSection cache={cache.value} />}
      <TimelineSection bars={timeline.value} />
      <Compressions />
      <KnownSection known={known.value} />
      {lcm.value === null ? null : <LcmSection lcm={lcm.value} />}
      <AuditSection entries={audit.value} />
      <UsageSection usage={usage.value} totals={totals.value} />
    </>
  );
};

function goToWanted(): void {
  const section = document.getElementById(`section-${wanted.peek()}`);
  if (section === null) return;
  section.scrollIntoView({ block: "start" });
  document.getElementById(`heading-${wanted.peek()}`)?.focus({ preventScroll: true });
  wanted.value = null;
}

/** Newest first: the compression that can be undone is on top. */
const Compressions = (): JSX.Element => (
  <Section name="compressions">
    {compressions.value.length === 0 ? (
      <p class="note" data-testid="no-compressions">
        {word("noCompressions")}
      </p>
    ) : null}
    <ul class="cards">
      {compressions.value.toReversed().map((one) => (
        <li key={one.id}>
          <CompressionCard compression={one} />
        </li>
      ))}
    </ul>
  </Section>
);

const root = document.getElementById("root") ?? document.body;
// The sign that the page is starting.
root.replaceChildren();
render(<Inspector />, root);
connect();
