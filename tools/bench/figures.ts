/** Something that was measured. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** What it may be at most. A figure without a limit is for comparison. */
  readonly most?: number;
}

/**
 * Measures something several times; returns the value in the middle. Where two things are compared, each round measures
 * both: when the machine is slow for a while, it is so for both.
 */
export async function medianOf(rounds: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) values.push(await measure());
  return values.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
}
