import "./chips.css";
import type { JSX } from "preact";
import { formatCount, formatExact, formatShare } from "../../../src/format";
import type { AttachedPicture, ChipPicture } from "../../../src/protocol/attachments";
import { Icon, IconButton } from "../../shared/components/controls";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";
import type { Chip } from "../state/chips";
import { chips, freeTokens, imagePrice, isWritten, removeChip } from "../state/chips";
import type { SentImage } from "../state/draft";
import { draft, images, setDraft } from "../state/draft";

const ICONS: Readonly<Record<ChipPicture["kind"], string>> = {
  file: "file",
  folder: "folder",
  selection: "list-selection",
  symbol: "symbol-method",
  problems: "warning",
  terminal: "terminal",
  changes: "git-compare",
  web: "globe",
  session: "comment-discussion",
  output: "output",
  image: "file-media",
};

export const chipIcon = (kind: ChipPicture["kind"]): string => ICONS[kind];

/** What the message will carry beside its words, each with its price, and their sum where there are several. */
export const Chips = (): JSX.Element | null => {
  const count = chips.value.length + images.value.length;
  if (count === 0) return null;
  const total = chips.value.reduce((sum, { tokens }) => sum + tokens, images.value.length * (imagePrice.value ?? 0));
  const tooMuch = freeTokens.value !== null && total > freeTokens.value;
  return (
    <div class="chip-area">
      <ul class="chips" data-testid="chips" aria-label={word("attachments")}>
        {images.value.map((image, index) => (
          <ImageChip key={image.base64.slice(-24) + String(index)} image={image} index={index} />
        ))}
        {chips.value.map((chip) => (
          <TextChip key={chip.id} chip={chip} />
        ))}
      </ul>
      {count > 1 || tooMuch ? (
        <p class={`note chip-total ${tooMuch ? "warning" : ""}`} data-testid="chip-total">
          {tooMuch ? word("chipsTooMuch", priceWords(total)) : word("chipsTotal", priceWords(total))}
        </p>
      ) : null}
    </div>
  );
};

const TextChip = ({ chip }: { readonly chip: Chip }): JSX.Element => {
  // The host is what tells one address from another.
  const name = cleanText(chip.kind === "web" ? chip.name.replace(/^https?:\/\//, "") : chip.name);
  return (
    <li class={`chip ${chip.state}`} data-testid="chip" data-kind={chip.kind} data-state={chip.state}>
      <Icon name={chip.state === "failed" ? "error" : ICONS[chip.kind]} />
      <span class="chip-name ellipsis">{name}</span>
      <Price chip={chip} />
      <IconButton
        icon="close"
        label={word("removeAttachment", { name })}
        testId="remove-chip"
        onClick={() => remove(chip)}
      />
      <Preview name={name} text={chip.preview} tokens={chip.tokens} />
    </li>
  );
};

const ImageChip = ({ image, index }: { readonly image: SentImage; readonly index: number }): JSX.Element => {
  const source = `data:${image.mediaType};base64,${image.base64}`;
  const type = image.mediaType.slice("image/".length);
  return (
    <li class="chip image" data-testid="chip" data-kind="image" data-state="ready">
      <img class="chip-thumbnail" data-testid="chip-thumbnail" src={source} alt={word("attachedImage", { type })} />
      <span class="chip-name">{type}</span>
      {imagePrice.value === null ? null : <PriceText tokens={imagePrice.value} />}
      <IconButton
        icon="close"
        label={word("removeImage")}
        testId="remove-image"
        onClick={() => {
          images.value = images.value.filter((_, other) => other !== index);
        }}
      />
      <div class="chip-preview" role="tooltip">
        <img src={source} alt="" />
      </div>
    </li>
  );
};

const Price = ({ chip }: { readonly chip: Chip }): JSX.Element => {
  if (chip.state === "pending") return <span class="chip-price">{word("chipReading")}</span>;
  if (chip.state === "failed") return <span class="chip-price">{word("chipFailed")}</span>;
  return <PriceText tokens={chip.tokens} />;
};

const PriceText = ({ tokens }: { readonly tokens: number }): JSX.Element => {
  const { count, share } = priceWords(tokens);
  return (
    <span
      class="chip-price"
      data-testid="chip-price"
      title={word("chipPriceTitle", { count: formatExact(tokens), share })}
    >
      {share === "" ? count : word("chipPrice", { count, share })}
    </span>
  );
};

/** Shown on hover and focus: the beginning of what will be sent. */
const Preview = ({
  name,
  text,
  tokens,
}: {
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
}): JSX.Element | null =>
  text === "" ? null : (
    <div class="chip-preview" data-testid="chip-preview" role="tooltip">
      <div class="chip-preview-title">
        {name}
        {tokens === 0 ? null : ` · ${word("chipPriceTitle", { count: formatExact(tokens), share: shareOf(tokens) })}`}
      </div>
      <pre>{cleanText(text)}</pre>
    </div>
  );

/** What was attached to a message that was sent. */
export const SentChips = ({ attached }: { readonly attached: readonly AttachedPicture[] }): JSX.Element => (
  <ul class="chips sent" aria-label={word("attachments")}>
    {attached.map(({ kind, name, tokens }, index) => (
      <li key={index} class="chip" data-testid="sent-chip" data-kind={kind}>
        <Icon name={ICONS[kind]} />
        <span class="chip-name ellipsis">{cleanText(name)}</span>
        <span class="chip-price">{formatCount(tokens)}</span>
      </li>
    ))}
  </ul>
);

/** "0 %" would say that it costs nothing. */
const LEAST_SHOWN = 0.005;

function shareOf(tokens: number): string {
  if (freeTokens.value === null) return "";
  const share = freeTokens.value === 0 ? 1 : Math.min(1, tokens / freeTokens.value);
  return share > 0 && share < LEAST_SHOWN ? "< 1 %" : formatShare(share);
}
const priceWords = (tokens: number) => ({ count: formatCount(tokens), share: shareOf(tokens) });

/** The words stay as plain words. */
function remove(chip: Chip): void {
  removeChip(chip.id);
  if (chip.mention !== null && isWritten(chip))
    setDraft(draft.value.replaceAll(`@${chip.mention.name}`, chip.mention.name));
}
