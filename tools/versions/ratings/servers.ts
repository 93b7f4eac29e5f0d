import { list } from "../comparison/lists.js";
import { child } from "../comparison/place.js";
import { entries, object, type Rule, words } from "../comparison/rules.js";
import { constraints } from "./constraints.js";

/** The addresses of the service. Generated clients call the first one by default. */
export function servers(): Rule {
  // Another default leads to another host: it has no rule, and so is major.
  const variable = object({ description: words, enum: constraints("sent")["enum"] ?? words });
  const kinds = { noun: "Variable of the server", added: "minor", removed: "major", renamed: "major" } as const;
  return list(
    { noun: "Server", nameOf: (server) => String(child(server, "url").value), added: "minor", removed: "major" },
    object({ description: words, name: words, variables: entries(kinds, variable) }),
  );
}
