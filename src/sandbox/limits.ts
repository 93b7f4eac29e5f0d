/** The longest body that is accepted, in bytes, as by the mock. */
export const LARGEST_BODY = 10 * 1024 * 1024;

/** The longest path and query that are accepted, in characters, as by Node. */
export const LONGEST_TARGET = 16_384;

/** The longest note in a header or in the log, in characters. */
export const LONGEST_NOTE = 1000;

/** The most items that a collection may start with. */
export const LARGEST_SEED = 1_000_000;

/** How many requests, and how many deliveries, are kept. */
export const MOST_RECORDS = 1000;

/** How much either of them may hold, in characters. */
export const LARGEST_RECORDS = 4_000_000;

/** The longest body of a request that is kept, in characters. */
export const LONGEST_RECORDED_BODY = 10_000;

/** How many access tokens have a state at the same time. */
export const MOST_TOKENS = 1000;

/** How much a sandbox remembers, in characters. */
export const LARGEST_STATE = 256_000_000;

/** How much those of all access tokens remember, in characters. */
export const LARGEST_STATES = 64_000_000;
