import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
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

/** What someone who integrates the service for the first time needs, by the page and the heading where they look first. */
const NEEDS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, RegExp>>>>>> = {
  integration: {
    "Before you start": {
      "where the base URL and the token come from": /base URL.*team of the service.*access token.*team of the service/,
      "something to practise on": /npx service-admin-sandbox.*accepts any token/,
    },
    Tokens: {
      "how to answer a 401 with another token": /`renewToken: true`/,
      "how to replace a token": /To rotate a token.*status of 401|status of 401.*To rotate a token/,
      "what the exchange's record is for": /exchange\s?included.*`oauth` record.*not specified/,
    },
    "Subscribe once": {
      "how to subscribe without a duplicate": /list, compare, and create only what is missing/,
    },
    "What may be repeated": {
      "whether a create may be repeated": /create \| List, compare, create/,
      "what a repeated delete answers": /delete \|.*Treat a 404 as success/,
    },
    "Update in production": {
      "how to update the right subscription": /compare the id.*delete the old one by its id/i,
    },
    "Try each failure": {
      "how to try a wrong token, a rate limit and a lost answer": /status: 401.*retryAfter: 1.*abort: true/,
      "what a lost answer leaves behind": /`abort` carries the operation out.*ends before the operation is carried out/,
    },
  },
  reference: {
    "Run it": {
      "a first call": /service\.webhooks\.create/,
    },
    Authentication: {
      "where a token comes from": /from the team of the service.*The token exchange issues none/,
      "which headers each request needs": /X-Service-Access-Token.*Content-Type/,
    },
    "Listing and paging": {
      "in which order a list comes": /the order is not specified/,
      "how to read all pages": /for await/,
    },
    "Receiving deliveries": {
      "what to answer to a delivery, and how fast": /answer 200 immediately/,
    },
    "Trigger internal webhook": {
      "the media type of a triggered delivery": /`application\/json` or `application\/xml`, whichever the `format`/,
    },
    Limits: {
      "where the limits of a field stand": /`topic` is `<resource>\/<action>`/,
    },
  },
  client: {
    "Catch errors": {
      "what is thrown, and what to do about it": /`TypeError`.*ServiceStatusError.*ServiceConnectionError/,
    },
    "Renew a token after a 401": {
      "a function that fetches a new token": /refused/,
    },
    "Use a proxy, or send requests your own way": {
      "how to go through a proxy": /ProxyAgent/,
    },
  },
  receiving: {
    "What is specified": {
      "how to tell the formats of a delivery apart": /`Content-Type` tells/,
    },
    "Send it a delivery": {
      "the media type of a triggered delivery": /reading as `application\/json` or/,
      "how to trigger a delivery, and in which format": /in the format of that request.*sends nothing: it \[records/,
    },
    "A receiver": {
      "a receiver that stays up and bounds what it reads": /LARGEST_BODY.*requestTimeout/,
      "both formats of a delivery": /JSON or XML/,
      "what to answer to a delivery, and how fast": /answer is fast.*Status 200 means received/,
      "how far to trust a delivery": /may be unsigned.*a hint, not a fact.*reads the resource again/,
      "what to do about duplicates without a delivery id": /No delivery id is specified/,
    },
    "Secrets and signatures": {
      "what `secret` is for, and whether deliveries are signed": /does not say what the service does with it/,
    },
  },
  sandbox: {
    "Simulate failures": {
      "how to simulate a wait": /retryAfter.*seconds/,
      "that the mock cannot": /The mock simulates nothing/,
      "the ids of all operations, to simulate their failures": new RegExp(
        Object.keys(operations)
          .map((id) => `(?=.*\\b${id}\\b)`)
          .join(""),
      ),
    },
    "Look at deliveries": {
      "whether the sandbox sends deliveries": /records it and sends nothing/,
    },
    "How mock, sandbox and service differ": {
      "in what mock, sandbox and service differ": /Prism's problem document.*wrong token.*recorded, or sent/,
    },
  },
};

const LOOKS = Object.entries(NEEDS).flatMap(([page, headings]) =>
  Object.entries(headings).flatMap(([heading, needs]) =>
    Object.entries(needs).map(([need, answer]) => ({ page, heading, need, answer })),
  ),
);

test.each(LOOKS)("someone new finds $need: in $page, under $heading", ({ page, heading, answer }) => {
  expect(under(page, heading)).toMatch(answer);
});

test("the README names the static page and the guide to begin with, before anything else of the docs", () => {
  const readme = readFileSync(join(projectFolder, "README.md"), "utf8");
  const [, docs = ""] = readme.split("## Read the docs");
  const places = ["guides/integration.md", "guides/receiving.md", "site/reference.html", "site/index.html"];
  const order = places.map((place) => docs.indexOf(place));
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(order).not.toContain(-1);
});
