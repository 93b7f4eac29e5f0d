import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chaptersOfGuide, readGuides } from "../../tools/docs/guides.js";
import { renderMarkdown } from "../../tools/docs/reference-markdown.js";
import { projectFolder } from "../servers/command.js";

const chapters = new Map(readGuides(projectFolder).map((guide) => [guide.name, chaptersOfGuide(guide)]));

/**
 * Where someone who integrates the service for the first time looks first in the guides, by page and heading, and what
 * they take from there: code, a name or a status. How it is put is up to the page.
 */
const LOOKS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  integration: {
    "Before you start": ["npx service-admin-sandbox"],
    Tokens: ["`refused`", "status of 401", "`oauth`"],
    "Subscribe once": ["webhooks.create"],
    "What may be repeated": ["create |", "delete |", "404"],
    "Update in production": ["updated.id !== id", "409"],
    "Try each failure": ["status: 401", "Retry-After", "abort: true"],
  },
  client: {
    "Catch errors": ["TypeError", "ServiceStatusError", "ServiceConnectionError"],
    "Renew a token after a 401": ["refused"],
    "Use a proxy, or send requests your own way": ["ProxyAgent"],
  },
  receiving: {
    "What is specified": ["Content-Type"],
    "Send it a delivery": ["application/json"],
    "A receiver": ["LARGEST_BODY", "requestTimeout", "200"],
    "Secrets and signatures": ["`secret`"],
  },
  sandbox: {
    "Simulate failures": ["Retry-After", "`operationId`"],
    "Look at deliveries": ["sandbox.deliveries"],
    "How mock, sandbox and service differ": ["404"],
  },
};

const PLACES = Object.entries(LOOKS).flatMap(([page, headings]) =>
  Object.entries(headings).map(([heading, taken]) => ({ page, heading, taken })),
);

test.each(PLACES)("someone new looks in $page under $heading, and finds what to take", ({ page, heading, taken }) => {
  const chapter = chapters.get(page)?.find(({ title }) => title === heading);
  const said = chapter ? renderMarkdown([chapter]).replace(/\s+/g, " ") : "";
  expect(taken.filter((text) => !said.includes(text))).toEqual([]);
});

test("the README names the page and the guide to begin with, before anything else of the docs", () => {
  const readme = readFileSync(join(projectFolder, "README.md"), "utf8");
  const [, docs = ""] = readme.split("## Read the docs");
  const places = ["guides/integration.md", "guides/receiving.md", "site/index.html", "site/redoc.html"];
  const order = places.map((place) => docs.indexOf(place));
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(order).not.toContain(-1);
});
