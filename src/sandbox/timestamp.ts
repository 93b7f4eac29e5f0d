/** A moment as the contract writes it for a subscription: ISO 8601 with a numeric UTC offset. */
export function timestamp(moment: Date): string {
  return moment.toISOString().replace("Z", "+00:00");
}
