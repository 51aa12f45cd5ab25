import type { JSX } from "preact";
import type { OtherContextChange } from "../../../src/protocol/chat";
import { Button, Icon } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";

type Proposal = Extract<OtherContextChange, { type: "memory-proposed" }>;

/** Facts that would be lost with a compression, and one question about all of them. */
export const MemoryQuestion = ({ change: { facts, answer } }: { readonly change: Proposal }): JSX.Element => (
  <div class="context-line">
    <Icon name="lightbulb" />
    <div class="context-body">
      <span class="context-title">{word(`memory_${answer}`)}</span>
      <ul class="recalled-lines">
        {facts.map((fact) => (
          <li key={fact}>{cleanText(fact)}</li>
        ))}
      </ul>
      {answer === "open" ? (
        <div class="buttons">
          <Button
            look="primary"
            label={word("memoryKeep")}
            testId="memory-keep"
            onClick={() => post({ type: "answer-memory", answer: "kept" })}
          />
          <Button
            label={word("memoryLeave")}
            testId="memory-leave"
            onClick={() => post({ type: "answer-memory", answer: "left" })}
          />
        </div>
      ) : null}
    </div>
  </div>
);
