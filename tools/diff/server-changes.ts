import type { Changes } from "./changes.js";
import { effective, roots } from "./effective.js";
import { LIMITS } from "./keywords.js";
import { child, childrenOf, type Pair, type Place } from "./place.js";
import { list, map, object, type Rule, words } from "./rules.js";

/** Another default leads to another host: it has no rule, and so is rated as an unknown key. */
const variable: Rule = object({ description: words, enum: LIMITS["enum"] ?? words });

const byAddress: Rule = list(
  { added: "Server added", removed: "Server removed", nameOf: addressOf },
  object({ description: words, name: words, variables: map("Variable of the server", variable) }),
);

/** The servers of an operation: its own, else those of its path, else those of the contract. */
export function servers(changes: Changes, operation: Pair, item: Pair): void {
  const { base, revision, where } = effective("servers", [operation, item, roots(item)]);
  if (!changes.isNew(`servers ${base.pointer} ${revision.pointer} ${where}`)) return;
  const [before, after] = [firstAddress(base), firstAddress(revision)];
  if (before !== after) {
    changes.add("First server changed", "sent", `First server changed: ${before} → ${after}`, where);
  } else if (base.value !== undefined && revision.value !== undefined) byAddress(changes, { base, revision }, "sent");
}

/** Without servers, a client calls the host of the contract. */
function firstAddress(place: Place): string {
  const [first] = childrenOf(place);
  return first ? addressOf(first) : "/";
}

function addressOf(server: Place): string {
  return String(child(server, "url").value);
}
