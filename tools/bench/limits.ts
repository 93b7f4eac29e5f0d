/**
 * What each figure of the bench may be at most, by its name. A size has 2 to 5 % of room, so that one more operation or
 * field of the contract passes, and a library does not. A figure that is not here is for comparison.
 */
export const LIMITS: Readonly<Record<string, number>> = {
  "client in a page, bytes": 7_550,
  "schemas in a page, bytes": 1_700,
  "sandbox in a page, bytes": 13_000,
  "call by this client, CPU in times openapi-fetch": 1.35,
  "sandbox gets, CPU in times Prism": 1 / 7.5,
  "sandbox lists, CPU in times Prism": 1 / 7.5,
  "sandbox creates, CPU in times Prism": 1 / 7.5,
  "deep link of the docs, seconds until it is in view for good": 1.2,
  "deep link of the docs, kB loaded": 66,
};
