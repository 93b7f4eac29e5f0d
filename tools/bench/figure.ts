/** What was measured, and what it may be. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  /** What the figure may not exceed, or with `isLeast` not fall below. */
  readonly limit: number;
  readonly isLeast?: boolean;
}

/** Whether what was measured is within its limit. */
export function isMet({ measured, limit, isLeast = false }: Figure): boolean {
  return isLeast ? measured >= limit : measured <= limit;
}

/** Returns the value in the middle, the greater of two; `NaN` if there are no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/**
 * Returns the value that a tenth of the others undercut; `NaN` if there are no values. Other work on the machine only
 * adds to what a load costs, for seconds at a time, and to a server that uses more memory it adds more.
 */
export function quickest(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
}
