import type { JSX } from "preact";
import { formatCount, formatShare } from "../../src/format";
import type { LcmNodePicture, LcmPicture } from "../../src/protocol/inspector";
import { Button, Icon } from "../shared/components/controls";
import { isOpen, toggle } from "../shared/components/open-folds";
import { post } from "../shared/host/host";
import { word } from "../shared/language/words";
import { cleanText } from "../shared/text/safe-text";
import { Figure, Section } from "./section";

/** The graph of summaries: active nodes are in the context; their children expand down to the messages. */
export const LcmSection = ({ lcm }: { readonly lcm: LcmPicture }): JSX.Element => {
  const byId = new Map(lcm.nodes.map((node) => [node.id, node]));
  return (
    <Section name="lcm">
      <div class="figures">
        <Figure testId="lcm-coverage" value={formatShare(lcm.coverage)} label={word("lcmCoverage")} />
        <Figure
          testId="lcm-raw"
          value={formatCount(lcm.rawMessages)}
          label={word("lcmRaw", { count: lcm.rawMessages })}
        />
        <Figure
          testId="lcm-tail"
          value={formatCount(lcm.freshTailMessages)}
          label={word("lcmTail", { count: lcm.freshTailMessages })}
        />
      </div>
      <ul class="nodes" data-testid="lcm-nodes">
        {lcm.nodes
          .filter(({ active }) => active)
          .map((node) => (
            <Node key={node.id} node={node} byId={byId} />
          ))}
      </ul>
    </Section>
  );
};

const Node = ({
  node,
  byId,
}: {
  readonly node: LcmNodePicture;
  readonly byId: ReadonlyMap<string, LcmNodePicture>;
}): JSX.Element => {
  const key = `node/${node.id}`;
  const children = node.children.flatMap((id) => byId.get(id) ?? []);
  return (
    <li data-testid="lcm-node" data-node={node.id}>
      <div class="node">
        {children.length === 0 ? (
          <Icon name={node.kind === "leaf" ? "note" : "layers"} />
        ) : (
          <button
            type="button"
            class="icon-button"
            aria-expanded={isOpen(key)}
            aria-label={word("nodeChildren", { id: node.id, count: children.length })}
            data-testid="lcm-toggle"
            onClick={() => toggle(key)}
          >
            <Icon name={isOpen(key) ? "chevron-down" : "chevron-right"} />
          </button>
        )}
        <span class="ellipsis node-gist">{cleanText(node.gist)}</span>
        <span class="badge">{word(node.kind === "leaf" ? "nodeLeaf" : "nodeCondensed", { depth: node.depth })}</span>
        <span class="number note">
          {word("nodeSize", {
            source: formatCount(node.sourceTokens),
            tokens: formatCount(node.tokens),
            count: node.messages,
          })}
        </span>
        <Button
          look="link"
          label={word("expandNode")}
          testId="lcm-expand"
          onClick={() => post({ type: "expand-node", id: node.id })}
        />
      </div>
      {isOpen(key) ? (
        <ul class="nodes">
          {children.map((child) => (
            <Node key={child.id} node={child} byId={byId} />
          ))}
        </ul>
      ) : null}
    </li>
  );
};
