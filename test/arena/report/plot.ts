import type { ContestResult } from "../measures/result";

/** A scatter plot as SVG: cost to the right, what it bought upward. The best place is top left. */
export function plot(
  results: readonly ContestResult[],
  title: string,
  height: (result: ContestResult) => number,
): string {
  const dearest = Math.max(1, ...results.map(({ kiloUnits }) => kiloUnits));
  const top = Math.max(1, ...results.map(height));
  const x = (cost: number) => MARGIN + (cost / (1.1 * dearest)) * (WIDTH - 2 * MARGIN);
  const y = (value: number) => HEIGHT - MARGIN - (value / top) * (HEIGHT - 2 * MARGIN);
  const marks = results.map((result) => {
    const [left, up] = [x(result.kiloUnits).toFixed(1), y(height(result)).toFixed(1)];
    const color = result.contestant.startsWith("hermes") ? "#b5651d" : "#4a6fa5";
    return [
      `<circle cx="${left}" cy="${up}" r="5" fill="${color}"/>`,
      `<text x="${Number(left) + 8}" y="${Number(up) + 4}">${result.contestant}</text>`,
    ].join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="${MARGIN}" y="24" font-size="14">${title}</text>`,
    `<path d="M${MARGIN} ${MARGIN}V${HEIGHT - MARGIN}H${WIDTH - MARGIN}" fill="none" stroke="#555555"/>`,
    `<text x="${WIDTH - MARGIN}" y="${HEIGHT - 16}" text-anchor="end">cost, thousand units</text>`,
    `<text x="${MARGIN - 8}" y="${y(top) + 4}" text-anchor="end">${Math.round(top)}</text>`,
    `<text x="${MARGIN - 8}" y="${y(0) + 4}" text-anchor="end">0</text>`,
    `<text x="${x(dearest)}" y="${HEIGHT - MARGIN + 16}" text-anchor="middle">${Math.round(dearest)}</text>`,
    ...marks,
    "</svg>",
    "",
  ].join("\n");
}

const [WIDTH, HEIGHT, MARGIN] = [720, 420, 56] as const;
