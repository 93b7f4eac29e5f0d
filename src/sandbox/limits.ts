/** How much a sandbox takes and keeps. */

/** The longest body that is accepted, in bytes, as by the mock. */
export const LARGEST_BODY = 10 * 1024 * 1024;

/** How much the creations of all tokens may send until a reset, in characters. */
export const MOST_SENT = 64_000_000;

/** The most items that a collection may start with. */
export const LARGEST_SEED = 1_000_000;

/** How many access tokens have a state at the same time. */
export const MOST_TOKENS = 1000;

/** How many requests, and how many deliveries, are kept. */
export const MOST_RECORDS = 1000;

/** The longest body of a request that is kept, in characters. */
export const LONGEST_BODY = 10_000;
