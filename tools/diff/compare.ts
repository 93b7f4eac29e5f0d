import { type Change, Changes } from "./changes.js";
import { components, findRenamed } from "./component-changes.js";
import { rootOf } from "./effective.js";
import { paths, webhooks } from "./operation-changes.js";
import { child, childPair, type Place } from "./place.js";
import { each, elsewhere, list, object, type Rule, value, words } from "./rules.js";

/**
 * Compares two contracts, in which every reference leads to a place in the same one.
 *
 * @returns Every change of their content, the greatest bump first. Layout, comments, the order of keys, and another
 *   spelling of the same do not count.
 */
export function compare(base: unknown, revision: unknown): Change[] {
  const changes = new Changes();
  const pair = { base: rootOf(base), revision: rootOf(revision) };
  findRenamed(changes, pair);
  each(KEYS)(changes, pair, "sent");
  // What operations share is compared where they use it; after that, what nothing uses.
  for (const key of ["servers", "security"]) unreported(changes, childPair(pair, key), "sent");
  components(changes, childPair(pair, "components"), "sent");
  return changes.sorted();
}

const KEYS: Readonly<Record<string, Rule>> = {
  // The same tools read a new patch version of OpenAPI.
  openapi: value((before, after) => (minorOf(before) === minorOf(after) ? "OpenAPI patch version" : "OpenAPI version")),
  info: object({}, words),
  externalDocs: words,
  // Operations name their tags. This list only describes them.
  tags: list({ added: "Tag added", removed: "Tag removed", nameOf: nameOfTag }, object({}, words)),
  paths,
  webhooks,
  servers: elsewhere,
  security: elsewhere,
  components: elsewhere,
};

/** A patch for a difference that no operation has reported, since it uses what it says itself. */
const unreported: Rule = (changes, pair, direction) => {
  if (!changes.isReported(pair.revision.pointer)) words(changes, pair, direction);
};

function nameOfTag(tag: Place): string {
  return String(child(tag, "name").value);
}

function minorOf(version: unknown): string {
  return String(version).split(".").slice(0, 2).join(".");
}
