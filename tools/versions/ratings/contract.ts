import { list } from "../comparison/lists.js";
import { child } from "../comparison/place.js";
import { anyChange, object, type Rule, words } from "../comparison/rules.js";
import { components } from "./components.js";
import { paths, webhooks } from "./operations.js";
import { security } from "./security.js";
import { servers } from "./servers.js";

/** The complete contract. */
export function contract(): Rule {
  const tag = { noun: "Tag", nameOf: tagName, added: "patch", removed: "patch" } as const;
  return object(
    {
      // The same tools read a new patch version of OpenAPI.
      openapi: anyChange((before, after) => (minorOf(before) === minorOf(after) ? "patch" : "major")),
      info: object({}, [], words),
      externalDocs: words,
      servers: servers(),
      security,
      // Operations name their tags. This list only describes them.
      tags: list(tag, object({ name: words, description: words, externalDocs: words })),
      paths: paths(),
      webhooks: webhooks(),
    },
    // Components are compared where they are used; after that, those that nothing uses.
    [{ keys: ["components"], rule: components }],
  );
}

function tagName(tag: Parameters<typeof child>[0]): string {
  return String(child(tag, "name").value);
}

function minorOf(version: unknown): string {
  return String(version).split(".").slice(0, 2).join(".");
}
