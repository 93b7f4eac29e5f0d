import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../servers/command.js";

/** The guides of the project, each a file of `guides/` and a page of the docs. */
export const GUIDES = readdirSync(join(projectFolder, "guides")).map((file) => file.replace(".md", ""));

/** The pages next to the reference: the guides and the changelog. */
export const GUIDE_PAGES = [...GUIDES.map((name) => `guides/${name}.html`), "CHANGELOG.html"];

/** All pages of ours: the reference and the guides. */
export const PAGES = ["index.html", ...GUIDE_PAGES];
