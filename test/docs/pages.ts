import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../servers/command.js";

/** The guides of the project, each a file of `guides/` and a page of the docs. */
export const GUIDES = readdirSync(join(projectFolder, "guides")).map((file) => file.replace(".md", ""));

/** The pages next to the reference: the guides and the changelog. */
export const GUIDE_PAGES = [...GUIDES, "changes"].map((name) => `guides/${name}.html`);

/** All pages of ours: the reference and the guides. */
export const PAGES = ["index.html", ...GUIDE_PAGES];

/** Deep links to a field of a request, to a parameter, to a field of an answer, and to one of a resource. */
export const FIELD_LINKS = [
  "/webhooks/createwebhook/body/webhook/address",
  "/webhooks/listwebhooks/query/limit",
  "/webhooks/listwebhooks/200/webhooks[]/id",
  "/resources/webhook/topic",
];
