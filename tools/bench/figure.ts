/** What was measured, and what it may be. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  /** What the figure may not exceed. */
  readonly limit: number;
}

/** Whether a figure is within its limit. What could not be measured is no number, and within none. */
export function isMet({ measured, limit }: Figure): boolean {
  return measured <= limit;
}

/** A figure and its limit in one line. */
export function renderFigure({ name, measured, limit }: Figure): string {
  return `${name}: ${rounded(measured)}, at most ${rounded(limit)}`;
}

function rounded(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 2 : 0 });
}

/** Returns the value in the middle, the greater of two; `NaN` if there are no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/**
 * Returns how much one thing costs, as a multiple of another: the median of many short rounds. They take turns: when the
 * machine is slow for a while, it is so for both.
 *
 * @param one - Measures it for a moment.
 */
export async function timesOf(
  one: () => Promise<number>,
  other: () => Promise<number>,
  rounds: number,
): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) ratios.push((await one()) / (await other()));
  return median(ratios);
}
