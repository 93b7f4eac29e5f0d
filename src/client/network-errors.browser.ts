// A browser does not say why the network failed. Bundlers for browsers take this file instead of network-errors.ts, because
// package.json says so under `browser`.

import type * as ofNode from "./network-errors.js";

/** A request that failed may have been sent. */
export const isUnsent: typeof ofNode.isUnsent = () => false;

/** The next try may succeed. */
export const isPermanent: typeof ofNode.isPermanent = () => false;

/** A browser's own words stay as they are. */
export const wordsOf: typeof ofNode.wordsOf = (message) => message;
