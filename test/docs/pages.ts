import { readdirSync } from "node:fs";
import { join } from "node:path";
import { operation } from "../../generated/contract.js";
import { at, readContract } from "../contract/contract.js";
import { projectFolder } from "../servers/command.js";
import { ids, keyOf, names, pointerOf } from "../worlds/roles.js";

/** The guides of the project, each a file of `guides/` and a page of the docs. */
export const GUIDES = readdirSync(join(projectFolder, "guides")).map((file) => file.replace(".md", ""));

/** The pages next to the reference: the guides and the changelog. */
export const GUIDE_PAGES = [...GUIDES, "changes"].map((name) => `guides/${name}.html`);

/** All pages of ours: the reference and the guides. */
export const PAGES = ["index.html", ...GUIDE_PAGES];

/** Deep links to a field of a request, to a parameter and to a field of a response, as Redoc writes them too. */
export const FIELD_LINKS = (
  [
    ["create", `t=request&path=${[operation(ids.create).body?.key, names.address].filter(Boolean).join("/")}`],
    ["list", `t=request&in=query&path=${names.query}`],
    [
      "get",
      `t=response&c=${operation(ids.get).answer.status}&path=${[keyOf("get"), names.id].filter(Boolean).join("/")}`,
    ],
  ] as const
).map(([role, field]) => {
  const tag = String(at(readContract(), `${pointerOf(role)}/tags/0`)).toLowerCase();
  const place = `${tag}/${ids[role].toLowerCase()}`;
  return `/${place}#${place}/${field}`;
});
