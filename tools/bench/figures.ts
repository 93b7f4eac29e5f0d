/** Something that was measured. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** The most that it may be. A figure without a limit is for comparison. */
  readonly most?: number;
}

/**
 * Measures something several times; returns the median. To compare two things, measure both in each round, so that a slow
 * phase of the machine affects both.
 */
export async function medianOf(rounds: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) values.push(await measure());
  return values.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
}
