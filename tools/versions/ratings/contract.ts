import { list } from "../comparison/lists.js";
import { child } from "../comparison/place.js";
import { object, type Rule, whole, words } from "../comparison/rules.js";
import { components } from "./components.js";
import { paths, webhooks } from "./operations.js";
import { security } from "./security.js";
import { servers } from "./servers.js";

/** The contract as a whole. */
export function contract(): Rule {
  const tag = { noun: "Tag", nameOf: tagName, added: "patch", removed: "patch" } as const;
  return object(
    {
      // A new patch version of OpenAPI is read by the same tools.
      openapi: whole((before, after) => (minorOf(before) === minorOf(after) ? "patch" : "major")),
      info: object({}, [], words),
      externalDocs: words,
      servers: servers(),
      security,
      // Operations name their tags themselves: here is what they are about.
      tags: list(tag, object({ name: words, description: words, externalDocs: words })),
      paths: paths(),
      webhooks: webhooks(),
    },
    // What is shared is compared where it is used, and after that, once more what nobody uses.
    [{ keys: ["components"], rule: components }],
  );
}

function tagName(tag: Parameters<typeof child>[0]): string {
  return String(child(tag, "name").value);
}

function minorOf(version: unknown): string {
  return String(version).split(".").slice(0, 2).join(".");
}
