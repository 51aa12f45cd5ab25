import type { Score } from "./scores";

const WIDTH = 720;
const HEIGHT = 420;
const MARGIN = { left: 60, right: 24, top: 36, bottom: 46 } as const;
/** More expensive strategies are drawn at the edge; otherwise they would squeeze the others together. */
const MOST_COST = 1.2;
const COLORS: Readonly<Record<Score["group"], string>> = {
  reference: "#7f7f7f",
  peer: "#3b6fb6",
  ours: "#c2410c",
  "part switched off": "#d9a441",
  candidate: "#b0b0b0",
};

/** Cost against edits whose old text stays visible; up and left is better. */
export function drawPareto(title: string, scores: readonly Score[]): string {
  const lowest = Math.floor(Math.min(...scores.map(({ measures }) => measures.edit.value)) * 50) / 50;
  const x = (cost: number) =>
    MARGIN.left + (Math.min(cost, MOST_COST) / MOST_COST) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (share: number) => MARGIN.top + ((1 - share) / (1 - lowest)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const shares = Array.from({ length: 6 }, (_, index) => lowest + ((1 - lowest) * index) / 5);
  const costs = [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="${MARGIN.left}" y="20" font-size="14">${escapeText(title)}</text>`,
    ...costs.map(
      (cost) =>
        `<path d="M${at(x(cost))} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}" stroke="#e5e5e5"/>` +
        `<text x="${at(x(cost))}" y="${HEIGHT - MARGIN.bottom + 16}" text-anchor="middle">` +
        `${Math.round(cost * 100)} %</text>`,
    ),
    ...shares.map(
      (share) =>
        `<path d="M${MARGIN.left} ${at(y(share))}H${WIDTH - MARGIN.right}" stroke="#e5e5e5"/>` +
        `<text x="${MARGIN.left - 6}" y="${at(y(share) + 4)}" text-anchor="end">${(share * 100).toFixed(1)}</text>`,
    ),
    `<text x="${WIDTH / 2}" y="${HEIGHT - 8}" text-anchor="middle">` +
      "cost, % of full history (cheaper to the left)</text>",
    `<text transform="translate(14 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">edit-avail %</text>`,
    frontier(scores, x, y),
    ...scores.map(
      (score) =>
        `<circle cx="${at(x(score.measures.cost.value))}" cy="${at(y(score.measures.edit.value))}" r="5" ` +
        `fill="${COLORS[score.group]}"><title>${escapeText(score.strategy)}</title></circle>`,
    ),
    ...labels(scores, x, y),
    "</svg>",
    "",
  ].join("\n");
}

/** The line through all strategies that no other strategy beats on both axes. */
function frontier(scores: readonly Score[], x: (cost: number) => number, y: (share: number) => number): string {
  const best = scores.filter(
    (score) =>
      !scores.some(
        (other) =>
          other !== score &&
          other.measures.cost.value <= score.measures.cost.value &&
          other.measures.edit.value >= score.measures.edit.value &&
          (other.measures.cost.value < score.measures.cost.value ||
            other.measures.edit.value > score.measures.edit.value),
      ),
  );
  const points = best
    .toSorted((a, b) => a.measures.cost.value - b.measures.cost.value)
    .map((score) => `${at(x(score.measures.cost.value))},${at(y(score.measures.edit.value))}`);
  return `<polyline points="${points.join(" ")}" fill="none" stroke="#c2410c" stroke-dasharray="4 3"/>`;
}

const LABEL_HEIGHT = 12;

/** Places each label next to its point, and moves it down if it would overlap another label. */
function labels(
  scores: readonly Score[],
  x: (cost: number) => number,
  y: (share: number) => number,
): readonly string[] {
  const taken: { readonly left: number; readonly top: number; readonly width: number }[] = [];
  return scores
    .filter(({ group }) => group !== "part switched off" && group !== "candidate")
    .toSorted((a, b) => b.measures.edit.value - a.measures.edit.value)
    .map((score) => {
      const text =
        score.measures.cost.value > MOST_COST
          ? `${score.strategy} (${Math.round(score.measures.cost.value * 100)} %)`
          : score.strategy;
      const width = text.length * 5.6;
      const px = x(score.measures.cost.value);
      const left = px + 8 + width > WIDTH - MARGIN.right ? px - 8 - width : px + 8;
      let top = y(score.measures.edit.value);
      while (
        taken.some(
          (other) =>
            Math.abs(other.top - top) < LABEL_HEIGHT && left < other.left + other.width && other.left < left + width,
        )
      )
        top += LABEL_HEIGHT;
      taken.push({ left, top, width });
      return `<text x="${at(left)}" y="${at(top + 4)}" fill="${COLORS[score.group]}">${escapeText(text)}</text>`;
    });
}

const at = (value: number): string => value.toFixed(1);
const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
