import { list } from "../comparison/lists.js";
import { child } from "../comparison/place.js";
import { entries, object, type Rule, words } from "../comparison/rules.js";
import { constraints } from "./constraints.js";

/** Where the service can be reached. Generated clients call the first address where they are given none. */
export function servers(): Rule {
  // Another default leads to another host, which is major as all that has no rule.
  const variable = object({ description: words, enum: constraints("sent")["enum"] ?? words });
  const kinds = { noun: "Variable of the server", added: "minor", removed: "major", renamed: "major" } as const;
  return list(
    { noun: "Server", nameOf: (server) => String(child(server, "url").value), added: "minor", removed: "major" },
    object({ description: words, name: words, variables: entries(kinds, variable) }),
  );
}
