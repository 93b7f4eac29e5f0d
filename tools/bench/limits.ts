/** What a figure of the bench may be at most. */
interface Limit {
  readonly most: number;
  /** What the limit is for: who would notice, and what it lets pass. */
  readonly purpose: string;
}

/** The limits, by the names of the figures. A figure that is not here is for comparison. */
export const LIMITS: Readonly<Record<string, Limit>> = {
  "client in a page, bytes": {
    most: 8_600,
    purpose:
      "a contract that grows by a tenth, or declares five failures of every operation, passes; a library does not",
  },
  "schemas in a page, bytes": {
    most: 1_300,
    purpose: "a contract that grows by a tenth passes; a library of schemas does not",
  },
  "sandbox in a page, bytes": {
    most: 14_000,
    purpose:
      "a demo in a page starts at once; a contract that grows by a tenth, or declares five failures of every " +
      "operation, passes; a validator that compiles schemas does not",
  },
  "call by this client, CPU in times ky's": {
    most: 1,
    purpose: "retries, deadline and token cost less than those of the smallest client that many use",
  },
  "sandbox gets, CPU in times Prism": {
    most: 1 / 7.5,
    purpose: "a test suite that calls the sandbox a thousand times does not wait for it",
  },
  "sandbox lists, CPU in times Prism": { most: 1 / 7.5, purpose: "the same" },
  "sandbox creates, CPU in times Prism": { most: 1 / 7.5, purpose: "the same" },
  "deep link of the docs, seconds until it is in view for good": {
    most: 1.2,
    purpose: "who follows a link on a slow phone sees its place within the time that feels like one step",
  },
  "deep link of the docs, kB loaded": {
    most: 55,
    purpose: "the same, where the line is slow; no font and no framework passes",
  },
  "search of the docs, seconds until its first result": {
    most: 1,
    purpose: "who types a word on a slow phone does not wait for the search, which is loaded only then",
  },
};
