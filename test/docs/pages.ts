import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../servers/command.js";

/** The guides of the project, each a file of `guides/` and a page of the docs. */
export const GUIDES = readdirSync(join(projectFolder, "guides")).map((file) => file.replace(".md", ""));

/** The static pages of the docs next to the reference: the guides and the changelog. */
export const GUIDE_PAGES = [...GUIDES, "changes"].map((name) => `guides/${name}.html`);

/** All static pages of the docs. */
export const STATIC_PAGES = ["reference.html", ...GUIDE_PAGES];

/** Deep links to a field of a request, to a parameter and to a field of a response, in both pages of the reference. */
export const FIELD_LINKS = [
  ["webhooks/createwebhook", "t=request&path=webhook/secret"],
  ["webhooks/listwebhooks", "t=request&in=query&path=sort_order"],
  ["oauth/exchangeaccesstoken", "t=response&c=200&path=oauth/client_secret"],
].map(([operation, field]) => `/${operation}#${operation}/${field}`);
