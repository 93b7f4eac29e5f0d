/** Returns the value in the middle, the greater of two; `NaN` if there are no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
