import { describe, expect, test } from "vitest";
import { contractOf, operationsOf } from "../../tools/contract/model.js";
import { readDocument } from "../../tools/contract/reader.js";
import { callsOf } from "../../tools/docs/call.js";
import { readGuides, sectionsOfGuide } from "../../tools/docs/guides.js";
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

describe("the search finds", () => {
  test.each(operationsOf(contract))("$operationId by its id, and by its method and path", (operation) => {
    const { operationId: id, method, path } = operation;
    expect(linksFor(id)[0]).toContain(`/${id.toLowerCase()}`);
    expect(linksFor(`${method} ${path}`)[0]).toContain(`/${id.toLowerCase()}`);
  });

  test.each([
    ["create webhook", "#/webhooks/createwebhook"],
    ["how do I create a webhook", "#/webhooks/createwebhook"],
    ["creat webhok", "#/webhooks/createwebhook"],
    ["delete a subscription", "#/webhooks/deletewebhook"],
    ["authenticate", "#/section/authentication"],
    ["bearer", "#/section/authentication"],
    ["versio", "#/section/versioning"],
    ["errors", "#/section/errors"],
    ["retry", "guides/client.html#retries"],
    ["default page size", "#/section/paging-and-limits"],
    ["sort", "#/webhooks/listwebhooks/query/sort_by"],
    ["secret", "#/webhooks/createwebhook/body/webhook/secret"],
    ["base url", "#/section/base-url"],
    ["cors", "#/open/whether-web-pages-may-call-the-service-cors"],
    ["which topics are allowed", "#/open/which-topics-are-allowed"],
  ])("first of all for “%s”: %s", (query, link) => {
    expect(linksFor(query)[0]).toBe(link);
  });

  test.each(["429", "maxRetries", "RECEIVER_KEY"])("%s in the guides", (query) => {
    expect(linksFor(query)).toContainEqual(expect.stringMatching(/^guides\//));
  });

  test("nothing for what is nowhere", () => {
    expect(linksFor("xyzzy")).toEqual([]);
  });
});

test("a snippet is cut around the first word that was found, with all forms of it marked", () => {
  const text = `${"One word after another. ".repeat(5)}The client retries twice; a retry waits. ${"More. ".repeat(30)}`;
  const said = String(snippet(text, ["retri"]));
  expect(said).toMatch(/^… .*The client <mark>retries <\/mark>twice; a <mark>retry <\/mark>waits\. .*…$/);
  expect(said.length).toBeLessThan(250);
  expect(String(snippet("Says <b>nothing</b>.", ["retri"]))).toBe("Says &lt;b&gt;nothing&lt;/b&gt;.");
});
