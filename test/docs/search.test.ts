import { describe, expect, test } from "vitest";
import { contractOf, operationsOf } from "../../tools/contract/model.js";
import { readDocument } from "../../tools/contract/read.js";
import { callsOf } from "../../tools/docs/call.js";
import { readGuides, sectionsOfGuide } from "../../tools/docs/guides.js";
import { FAMILY_OF } from "../../tools/docs/in-page/families.js";
import { createSearch, snippet } from "../../tools/docs/in-page/find.js";
import { referenceSections } from "../../tools/docs/reference.js";
import { entriesOf } from "../../tools/docs/search-entries.js";
import { renderSection, type Section } from "../../tools/docs/section.js";
import { projectFolder } from "../servers/command.js";

const contract = contractOf(readDocument(projectFolder));
const htmlOf = (sections: readonly Section[]) => sections.map(renderSection).join("");
const guides = readGuides(projectFolder).flatMap((guide) =>
  entriesOf(`${guide.name}.html`, guide.title, htmlOf(sectionsOfGuide(guide))),
);
const reference = entriesOf("index.html", "", htmlOf(referenceSections(contract, callsOf(contract))));
const find = createSearch([...reference, ...guides]);
const linksFor = (query: string) => find(query).map(({ entry }) => entry.link.replace("index.html", ""));

/** What readers type, and where it leads, among the first three results. */
const ASKED: [query: string, place: string][] = [
  ["create webhook", "#/webhooks/createwebhook"],
  ["how do I create a webhook", "#/webhooks/createwebhook"],
  ["creat webhok", "#/webhooks/createwebhook"],
  ["subscribe", "#/webhooks/createwebhook"],
  ["edit the address", "#/webhooks/updatewebhook"],
  ["patch", "#/webhooks/updatewebhook"],
  ["unsubscribe", "#/webhooks/deletewebhook"],
  ["filter by topic", "#/webhooks/listwebhooks"],
  ["send test event", "#/webhooks/deliverwebhook"],
  ["recieve", "#/webhooks/receivedelivery"],
  ["payload example", "#/webhooks/receivedelivery"],
  ["sign in", "#/section/authentication"],
  ["login", "#/section/authentication"],
  ["api key", "#/section/authentication"],
  ["bearer", "#/section/authentication"],
  ["token expires", "#/section/authentication"],
  ["required scopes", "#/section/authentication"],
  ["forbidden", "#/section/errors"],
  ["422 validation", "#/section/errors"],
  ["what does an error look like", "#/section/errors"],
  ["throttling", "#/section/paging-and-limits"],
  ["429", "#/section/paging-and-limits"],
  ["pagniation", "#/resources/pagination"],
  ["max page size", "#/section/paging-and-limits"],
  ["sunset", "#/section/versioning"],
  ["deprecated", "#/section/versioning"],
  ["versio", "#/section/versioning"],
  ["staging", "#/section/base-url"],
  ["production url", "#/section/base-url"],
  ["timezone", "#/resources/webhook"],
  ["int64", "#/resources/webhook"],
  ["sort", "#/webhooks/listwebhooks/query/sort_by"],
  ["signing secret", "#/webhooks/createwebhook/body/webhook/secret"],
  ["which topics are allowed", "#/open/which-topics-are-allowed"],
  ["cors", "#/open/whether-web-pages-may-call-the-service-cors"],
  ["csp", "#/open/whether-web-pages-may-call-the-service-cors"],
  ["quota", "#/open/which-rate-limits-apply"],
  ["etag", "#/open/how-the-subscription-to-update-is-identified"],
  ["gdpr", "#/open/what-the-payload-of-a-delivered-event-holds"],
  ["duplicate subscription", "#/open/whether-two-subscriptions-may-share-a-topic-and-an-address"],
  ["null fields", "#/open/whether-every-listed-field-is-always-present"],
  ["bulk delete", "#/open/which-other-capabilities-the-service-has"],
  ["sdk", "guides/client.html"],
  ["exponential backoff", "guides/client.html#retries"],
  ["refresh token", "guides/client.html#renew-a-token-after-a-401"],
  ["golang", "guides/languages.html"],
  ["python", "guides/languages.html"],
  ["verify signature", "guides/receiving.html"],
  ["ngrok", "guides/receiving.html"],
  ["ip allowlist", "guides/receiving.html"],
  ["test locally", "guides/sandbox.html"],
  ["monitoring", "guides/recipes.html"],
];

describe("search", () => {
  test.each(operationsOf(contract))(
    "the search finds $operationId first by its id, and by its method and path as in a log",
    (operation) => {
      const { operationId: id, method, path } = operation;
      const sent = path.replace(/\{\w+\}/, "1001");
      const short = sent.slice(sent.lastIndexOf("/", sent.lastIndexOf("/") - 1));
      for (const query of [
        id,
        `${method} ${path}`,
        `${method} ${sent}`,
        `${method} ${short}`,
        `"${method} ${sent} HTTP/1.1" 200 512`,
        `curl -X ${method} 'https://shop.example/proxy${sent}?page=2'`,
      ])
        expect(linksFor(query)[0], query).toMatch(RegExp(`/${id}$`, "i"));
    },
  );

  test("the search finds what readers call by another name", () => {
    const missed = ASKED.filter(
      ([query, place]) =>
        !linksFor(query)
          .slice(0, 3)
          .some((link) => link.startsWith(place)),
    );
    expect(missed).toEqual([]);
  });

  test("the search finds by whole families of words, in a table of at most 40 lines, whose places all exist", () => {
    const places = [...FAMILY_OF.keys()];
    const files = ["openapi.yaml", "redoc.html"];
    const known = [...reference, ...guides].map(({ link }) => link);
    expect(places.filter((place) => !known.includes(place))).toEqual(files);
    expect(places.length).toBeLessThanOrEqual(40);
  });

  test.each(["429", "maxRetries", "RECEIVER_KEY"])("the search finds %s in the guides", (query) => {
    expect(linksFor(query)).toContainEqual(expect.stringMatching(/^guides\//));
  });

  test("the search finds nothing for a word that these docs do not have, even if it looks like one of theirs", () => {
    expect(linksFor("xyzzy")).toEqual([]);
    expect(linksFor("react").join()).not.toContain("paging");
  });
});

test("a snippet is cut around the first word that was found, with all forms of it marked", () => {
  const text = `${"One word after another. ".repeat(5)}The client retries twice; a retry waits. ${"More. ".repeat(30)}`;
  const said = String(snippet(text, ["retri"]));
  expect(said).toMatch(/^… .*The client <mark>retries <\/mark>twice; a <mark>retry <\/mark>waits\. .*…$/);
  expect(said.length).toBeLessThan(250);
  expect(String(snippet("Says <b>nothing</b>.", ["retri"]))).toBe("Says &lt;b&gt;nothing&lt;/b&gt;.");
});
