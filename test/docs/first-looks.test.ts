import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readContract } from "../../tools/contract/model.js";
import { type Chapter, chaptersOf } from "../../tools/docs/chapters.js";
import { chaptersOfGuide, readGuides } from "../../tools/docs/guides.js";
import { renderMarkdown } from "../../tools/docs/markdown.js";
import { projectFolder } from "../servers/command.js";

const chapters = new Map<string, readonly Chapter[]>([
  ["reference", chaptersOf(await readContract(projectFolder))],
  ...readGuides(projectFolder).map((guide) => [guide.name, chaptersOfGuide(guide)] as const),
]);

/** What a page says under a heading, on one line. */
function under(page: string, heading: string): string {
  const chapter = chapters.get(page)?.find(({ title }) => title === heading);
  if (!chapter) throw new Error(`${page} has no heading ${heading}`);
  return renderMarkdown([chapter]).replace(/\s+/g, " ");
}

/** What someone who integrates the service for the first time needs, and the heading under which they look first. */
const NEEDS: [need: string, page: string, heading: string, answer: RegExp][] = [
  [
    "where the base URL and the token come from",
    "integration",
    "Before you start",
    /base URL.*team of the service.*access token.*team of the service/,
  ],
  ["something to practise on", "integration", "Before you start", /npx service-admin-sandbox.*accepts any token/],
  ["a first call", "reference", "Run it", /service\.webhooks\.create/],
  ["where a token comes from", "reference", "Authentication", /ask the team of the service/],
  ["how to answer a 401 with another token", "integration", "Tokens", /`renewToken: true`/],
  ["a function that fetches a new token", "client", "Tokens", /refused/],
  ["in which order a list comes", "reference", "Listing and paging", /the order is not specified/],
  ["where the limits of a field stand", "reference", "Limits", /`topic` is `<resource>\/<action>`/],
  ["how to tell the formats of a delivery apart", "receiving", "What is specified", /`Content-Type` tells/],
  ["the media type of a triggered delivery", "receiving", "Send it a delivery", /media type is `application\/json` or/],
  ["how to simulate a wait", "sandbox", "Simulate failures", /retryAfter.*seconds/],
  ["whether the sandbox sends deliveries", "sandbox", "Look at deliveries", /records each delivery and sends nothing/],
  ["how to go through a proxy", "client", "Use a proxy, or send requests your own way", /ProxyAgent/],
  ["which headers each request needs", "reference", "Authentication", /X-Service-Access-Token.*Content-Type/],
  ["how to read all pages", "reference", "Listing and paging", /for await/],
  [
    "how to subscribe without a duplicate",
    "integration",
    "Subscribe once",
    /list, compare, and create only what is missing/,
  ],
  ["whether a create may be repeated", "integration", "What may be repeated", /create \| List, compare, create/],
  ["what a repeated delete answers", "integration", "What may be repeated", /delete \|.*Treat a 404 as success/],
  [
    "how to update the right subscription",
    "integration",
    "Update in production",
    /compare the id.*delete the old one by its id/i,
  ],
  ["a receiver that stays up and bounds what it reads", "receiving", "A receiver", /LARGEST_BODY.*requestTimeout/],
  ["both formats of a delivery", "receiving", "A receiver", /application\/json.*application\/xml/],
  [
    "what to answer to a delivery, and how fast",
    "receiving",
    "A receiver",
    /answer is fast.*Status 200 means received/,
  ],
  [
    "how far to trust a delivery",
    "receiving",
    "A receiver",
    /may be unsigned.*a hint, not a fact.*reads the resource again/,
  ],
  ["what to do about duplicates without a delivery id", "receiving", "A receiver", /no delivery id to compare/],
  [
    "what `secret` is for, and whether deliveries are signed",
    "receiving",
    "Secrets and signatures",
    /does not say what the service does with it/,
  ],
  [
    "how to trigger a delivery, and in which format",
    "receiving",
    "Send it a delivery",
    /in the format of that request.*sends nothing: it \[records/,
  ],
  [
    "how to replace a token",
    "integration",
    "Tokens",
    /To rotate a token.*status of 401|status of 401.*To rotate a token/,
  ],
  ["what the exchange's record is for", "integration", "Tokens", /exchange included.*`oauth` record.*not specified/],
  [
    "what is thrown, and what to do about it",
    "integration",
    "Errors",
    /`TypeError`.*ServiceStatusError.*ServiceConnectionError/,
  ],
  [
    "in what mock, sandbox and service differ",
    "sandbox",
    "How mock, sandbox and service differ",
    /Prism's problem document.*wrong token.*recorded, or sent/,
  ],
  [
    "how to try a wrong token, a rate limit and a lost answer",
    "integration",
    "Try each failure",
    /status: 401.*retryAfter: 1.*abort: true/,
  ],
  [
    "what a lost answer leaves behind",
    "integration",
    "Try each failure",
    /`abort` carries the operation out.*ends before the operation is carried out/,
  ],
];

describe("someone new finds at the first look", () => {
  test.each(NEEDS)("%s", (_, page, heading, answer) => {
    expect(under(page, heading)).toMatch(answer);
  });
});

test("the README names the static page and the guide to begin with, before anything else of the docs", () => {
  const readme = readFileSync(join(projectFolder, "README.md"), "utf8");
  const [, docs = ""] = readme.split("## Read the docs");
  const places = ["guides/integration.md", "guides/receiving.md", "site/reference.html", "site/index.html"];
  const order = places.map((place) => docs.indexOf(place));
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(order).not.toContain(-1);
});
