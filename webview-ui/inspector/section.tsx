import type { ComponentChildren, JSX } from "preact";
import type { InspectorSection } from "../../src/protocol/messages";
import { word } from "../shared/language/words";

interface SectionProps {
  readonly name: InspectorSection;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A command can focus the heading, but it is not a tab stop. */
export const Section = ({ name, aside, children }: SectionProps): JSX.Element => (
  <section class="section" id={`section-${name}`} data-testid={`section-${name}`} aria-labelledby={`heading-${name}`}>
    <div class="section-head">
      <h2 id={`heading-${name}`} tabIndex={-1}>
        {word(`section_${name}`)}
      </h2>
      <div class="section-aside">{aside}</div>
    </div>
    {children}
  </section>
);

export const Figure = ({
  value,
  label,
  testId,
}: {
  readonly value: string;
  readonly label: string;
  readonly testId: string;
}): JSX.Element => (
  <div class="figure" data-testid={testId}>
    <span class="figure-value">{value}</span>
    <span class="figure-label">{label}</span>
  </div>
);
