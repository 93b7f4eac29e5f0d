import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import GithubSlugger from "github-slugger";
import { CHAPTERS } from "../contract/register.js";
import { type Html, html } from "./html.js";
import { inline, markdown, partsOf } from "./markdown.js";
import type { Section } from "./section.js";

/** A Markdown file of the project that is also a page of the site, at the same path. */
export interface Guide {
  /** Its path without extension: `guides/client`. */
  readonly name: string;
  readonly title: string;
  /** Its first sentence, in Markdown. */
  readonly summary: string;
  readonly text: string;
}

/** The guides that a reader needs first. The others follow by name. */
const FIRST = ["quickstart", "integration", "receiving"];

/** A link to a file of the project that the site does not have. */
const NOT_IN_SITE = /\[([^\]]+)\]\(\.\.\/(?!index\.html|CHANGELOG\.md)[^)]*\)/g;

/** Reads the guides of a project in reading order, with its changelog at the end. */
export function readGuides(project: string): Guide[] {
  const files = readdirSync(join(project, "guides")).map((file) => file.replace(".md", ""));
  const guides = Array.from(new Set([...FIRST, ...files.sort()]), (name) => `guides/${name}`);
  return [...guides, "CHANGELOG"].map((name) => {
    const file = readFileSync(join(project, `${name}.md`), "utf8");
    // The chapters of the contract are on the page of the reference.
    const text = file.replaceAll("../openapi.yaml#", "../index.html#").replace(NOT_IN_SITE, "$1");
    const [, title = name, introduction = ""] = text.match(/^# (.+)\n\n((?:.+\n)+)/) ?? [];
    const [summary = ""] = introduction.replaceAll("\n", " ").match(/^.*?\.(?= )/) ?? [];
    return { name, title, summary, text };
  });
}

/** The sections of a guide, with the anchors that GitHub uses. */
export function sectionsOfGuide(guide: Guide): Section[] {
  const slugger = new GithubSlugger();
  const [, ...parts] = partsOf(guide.text);
  return parts.map(({ depth, title, text }) => {
    return { level: depth, title, anchor: slugger.slug(title), content: markdown(text) };
  });
}

/**
 * Links to the guides that continue a section of the reference, in Markdown, by the id of an operation or the title of a
 * chapter. The contract itself has no such links, since other tools could not follow them.
 */
export const GUIDES: Readonly<Record<string, string>> = {
  [CHAPTERS.authentication]: "[Tokens](guides/integration.md#tokens)",
  exchangeAccessToken: "[Tokens](guides/integration.md#tokens)",
  listWebhooks: "[Pages](guides/client.md#pages)",
  createWebhook: "[Subscribe once](guides/integration.md#subscribe-once)",
  updateWebhook:
    "[Change the address of a subscription](guides/integration.md#change-the-address-of-a-subscription), " +
    "[Update in production](guides/integration.md#update-in-production)",
  getWebhook: "[Methods of the client](guides/client.md#methods)",
  deleteWebhook: "[What may be repeated](guides/integration.md#what-may-be-repeated)",
  deliverWebhook: "[Send a delivery to the receiver](guides/receiving.md#send-a-delivery-to-the-receiver)",
  receiveDelivery:
    "[What is specified](guides/receiving.md#what-is-specified), [A receiver](guides/receiving.md#a-receiver)",
  [CHAPTERS.errors]:
    "[Catch errors](guides/client.md#catch-errors), [What may be repeated](guides/integration.md#what-may-be-repeated)",
  [CHAPTERS.paging]: "[Pages](guides/client.md#pages)",
  [CHAPTERS.versioning]:
    "[When a new version of the contract is released](guides/integration.md#when-a-new-version-of-the-contract-is-released)",
  [CHAPTERS.questions]:
    "[What a service does where the document is silent](guides/verify.md#what-the-document-leaves-open), " +
    "[Our own choices](guides/sandbox.md#our-own-choices)",
};

/** The links of a section to guides, if it has any. */
export function guideTo(section: string): Html | undefined {
  const links = GUIDES[section];
  return links === undefined ? undefined : html`<p class="guide-link">Guide: ${inline(links)}</p>`;
}
