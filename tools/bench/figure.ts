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
