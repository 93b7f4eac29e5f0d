import { describe, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { contractOf } from "../../tools/contract/model.js";
import { readDocument } from "../../tools/contract/reader.js";
import { callsOf } from "../../tools/docs/call-data.js";
import { readGuides, sectionsOfGuide } from "../../tools/docs/guides.js";
import { referenceSections } from "../../tools/docs/reference.js";
import { createSearch } from "../../tools/docs/search/find.js";
import { snippet } from "../../tools/docs/search/snippet.js";
import { entriesOf, fileEntry } from "../../tools/docs/search-entries.js";
import { prose } from "../../tools/docs/sections.js";
import { operationsOf, readContract } from "../contract/contract.js";
import { projectFolder } from "../servers/command.js";

const guides = readGuides(projectFolder).map((guide) => {
  return { file: `${guide.name}.html`, guide: guide.title, sections: sectionsOfGuide(guide) };
});
const contract = contractOf(readDocument(projectFolder));
const reference = { file: "", guide: "", sections: referenceSections(contract, callsOf(contract)) };
const download = fileEntry("openapi.yaml", "OpenAPI as YAML");
const find = createSearch([...entriesOf([reference, ...guides]), download]);
/** What a search that finds nothing would have found. */
const NOTHING = { entry: download, terms: new Set<string>() };
const linksFor = (query: string) => find(query).map(({ entry }) => entry.link);
/** Whether a link leads to a guide. The contract may come to say more of what a guide explains, and be found before it. */
const isGuide = (link: string) => link.startsWith("guides/");
/** What a search finds, without the reference where a guide is expected. */
const linksLike = (link: string, query: string) => linksFor(query).filter((one) => isGuide(one) || !isGuide(link));

describe("the search finds", () => {
  test.each([
    ["an operation", "create webhook", "#/webhooks/createwebhook"],
    ["an operation that a question is about", "how do I create a webhook", "#/webhooks/createwebhook"],
    ["a chapter of the reference", "authentication", "#/section/authentication"],
    ["a chapter of a guide by another form of its title", "retry", "guides/client.html#retries"],
    ["an operation by words with typing errors", "creat webhok", "#/webhooks/createwebhook"],
    ["a chapter by the beginning of a word", "versio", "#/section/versioning"],
    ["a setting of the opening", "base url", "#/"],
    ["a guide before its chapters", "sandbox", "guides/sandbox.html#the-mock-and-the-sandbox"],
  ])("%s first", (_, query, link) => {
    expect(linksLike(link, query)[0]).toBe(link);
  });

  test.each(operationsOf(readContract()).map(({ id }) => [id]))("%s by its id", (id) => {
    expect(linksFor(id)[0]).toContain(`/${id.toLowerCase()}`);
  });

  test.each([
    ["a status", "429"],
    ["an option wherever it is", "maxRetries"],
    ["a name of the environment", "RECEIVER_KEY"],
    ["an abbreviation", "CORS"],
  ])("%s in the guides", (_, query) => {
    expect(linksFor(query)).toContainEqual(expect.stringMatching(/^guides\//));
  });

  test.each([
    ["authenticate", "#/section/authentication"],
    ["bearer", "#/section/authentication"],
    ["permissions", "#/section/authentication"],
    ["unauthorized", "#/section/authentication"],
    ["forbidden", "#/section/errors"],
    ["error format", "#/section/errors"],
    ["throttling", "#/section/paging-and-limits"],
    ["cursor", "#/section/paging-and-limits"],
    ["max page size", "#/section/paging-and-limits"],
    ["deprecated", "#/section/versioning"],
    ["sunset", "#/section/versioning"],
    ["localhost", "#/"],
    ["staging", "#/"],
    ["timezone", "#/resources/webhook"],
    ["address length", "#/webhooks/createwebhook"],
    ["edit the address", "#/webhooks/updatewebhook"],
    ["change address", "#/webhooks/updatewebhook"],
    ["change address", "guides/integration.html#update-in-production"],
    ["unsubscribe", "#/webhooks/deletewebhook"],
    ["filter by topic", "#/webhooks/listwebhooks"],
    ["order of deliveries", "#/webhooks/receivedelivery"],
    ["in which order do deliveries come", "#/webhooks/receivedelivery"],
    ["event types", "#/webhooks/receivedelivery"],
    ["refresh token", "guides/integration.html#tokens"],
    ["verify signature", "guides/receiving.html#secrets-and-signatures"],
    ["hmac", "guides/receiving.html#secrets-and-signatures"],
    ["429", "guides/client.html#retries"],
    ["golang", "guides/languages.html#other-languages"],
    ["whom do I ask", "guides/integration.html#licence-and-where-to-report"],
    ["bug", "guides/integration.html#licence-and-where-to-report"],
    ["contact", "guides/integration.html#licence-and-where-to-report"],
    ["payload example", "#/webhooks/receivedelivery"],
    ["react", "guides/recipes.html#use-the-client-with-tanstack-query"],
    ["raw body", "guides/receiving.html#secrets-and-signatures"],
    ["exponential backoff", "guides/client.html#retries"],
    ["required scopes", "#/section/authentication"],
    ["personal access token", "#/section/authentication"],
    ["disable webhook", "#/webhooks/deletewebhook"],
    ["dead letter", "#/webhooks/receivedelivery"],
    ["verify", "guides/verify.html#verify-a-service"],
    ["get webhook", "#/webhooks/getwebhook"],
    ["what is a handle", "#/webhooks/getwebhook"],
    ["is there a staging system", "#/"],
    ["how do I test locally", "guides/sandbox.html#the-mock-and-the-sandbox"],
    ["next page", "#/section/paging-and-limits"],
    ["create twice", "#/webhooks/createwebhook"],
    ["duplicate subscription", "#/webhooks/createwebhook"],
    ["already exists", "#/webhooks/createwebhook"],
    ["what does an error look like", "#/section/errors"],
    ["how do I verify a delivery's signature", "guides/receiving.html#secrets-and-signatures"],
    ["webhook signature", "#/webhooks/receivedelivery"],
    ["redelivery", "#/webhooks/receivedelivery"],
    ["webhook retries", "#/webhooks/receivedelivery"],
    ["is a failed delivery sent again", "guides/receiving.html#what-is-specified"],
    ["is anything deprecated", "#/section/versioning"],
    ["obsolete", "#/section/versioning"],
    ["body of a delivery", "#/webhooks/receivedelivery"],
    ["what does an xml payload look like", "#/webhooks/receivedelivery"],
    ["which topics are there", "#/webhooks/createwebhook"],
    ["available topics", "#/webhooks/createwebhook"],
    ["token lifetime", "#/section/authentication"],
    ["delivery timeout", "#/webhooks/receivedelivery"],
    ["what must my endpoint return", "#/webhooks/receivedelivery"],
    ["send a test webhook", "#/webhooks/deliverwebhook"],
    ["missed deliveries", "#/webhooks/receivedelivery"],
    ["downtime", "guides/receiving.html#a-receiver"],
    ["int64", "#/resources/webhook"],
    ["swagger", "openapi.yaml"],
  ])("by the words of a reader, among the first three, for %s: %s", (query, link) => {
    expect(linksLike(link, query).slice(0, 3)).toContain(link);
  });

  test.each([
    "ngrok",
    "ip allowlist",
    "replay attack",
    "backoff",
    "nestjs",
    "pino",
    "CommonJS",
    "uptime",
    "ssl certificate",
  ])("something for %s, which these docs do not say", (query) => {
    expect(linksFor(query)).not.toEqual([]);
  });

  test("nothing that only looks like a word which these docs have", () => {
    expect(linksFor("react")).not.toContain("#/section/paging-and-limits");
    expect(linksFor("reakt")).not.toEqual([]);
  });

  test("nothing that mentions a word only in passing, where another chapter is about it", () => {
    expect(linksFor("pagination")).not.toContain("guides/recipes.html#a-page-behind-a-session");
    expect(linksFor("authenticate")).toEqual(["#/section/authentication"]);
  });

  test("each chapter once: a setting of the opening that has a chapter is not found there too", () => {
    const found = find("authentication").flatMap(({ entry, fields }) => [entry, ...fields]);
    expect(found.filter((each) => "path" in each && each.path === "Authentication")).toEqual([]);
    expect(found.filter((each) => "title" in each && each.title === "Authentication")).toHaveLength(1);
  });

  test("what a program prints, and shows none of it", () => {
    const printed = "ECONNREFUSED_IN_OUTPUT";
    const text = `It prints:\n\n\`\`\`text\n${printed}\n\`\`\`\n`;
    const sections = [{ level: 2, title: "Run it", anchor: "run-it", blocks: [prose(text)] }];
    const [found = NOTHING] = createSearch(entriesOf([{ file: "a.html", guide: "A", sections }]))(printed);
    expect(found.entry.link).toBe("a.html#run-it");
    expect(snippet([found.entry.text, found.entry.code], found.terms)).toBeUndefined();
  });

  test("all words as they are, before words with typing errors, before some of the words", () => {
    expect(linksFor("fuzzy retries")).toEqual(expect.arrayContaining(linksFor("retries").slice(0, 3)));
    expect(linksFor("delete webhok")[0]).toBe("#/webhooks/deletewebhook");
  });

  test("a field below each operation that sends it, each once, and below its schema", () => {
    const found = find("topic");
    const fieldsOf = (title: string) => found.find(({ entry }) => entry.title === title)?.fields;
    expect(fieldsOf("Create webhook")?.[0]).toMatchObject({ path: "webhook.topic", part: "Request body" });
    expect(fieldsOf("Webhook")?.[0]).toMatchObject({ path: "topic", part: "" });
    const rows = found.flatMap(({ entry, fields }) => [
      entry.link,
      ...fields.map(({ path, part }) => [entry.link, path, part].join()),
    ]);
    expect(new Set(rows).size).toBe(rows.length);
  });

  test.each([
    ["token", "#/section/authentication"],
    [accessToken.header, "#/section/authentication"],
    ["pagination", "#/section/paging-and-limits"],
    ["ISO 8601", "#/resources/webhook"],
  ])("by %s the chapter of the reference that says most about it, before the guides", (query, link) => {
    const links = linksFor(query);
    expect(links.slice(0, 3)).toContain(link);
    expect(links.slice(0, links.indexOf(link)).join()).not.toContain("guides/");
  });

  test("an open question by its words, or by what this project does", () => {
    for (const query of ["deliveries signed", "leap second"]) {
      const { fields: [first] = [] } = find(query).find(({ entry }) => entry.title === "Open questions") ?? {};
      expect(first, query).toMatchObject({ link: expect.stringMatching(/^#\/open\/./), text: expect.any(String) });
    }
  });

  test.each(["openapi", "yaml", "download"])("the contract as a file by %s", (query) => {
    expect(linksFor(query).slice(0, 2)).toContain("openapi.yaml");
  });

  test("a field by one of its values, and a setting by its name, each with what is said about it", () => {
    expect(find("xml").flatMap(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ path: "webhook.format" }),
    );
    expect(find("base url")[0]?.fields).toContainEqual(
      expect.objectContaining({ path: "Base URL", text: expect.stringContaining("project's sandbox") }),
    );
  });

  test("a chapter with its method or its page, and its first sentence", () => {
    expect(find("create webhook")[0]?.entry).toMatchObject({ method: "POST", page: "" });
    expect(find("retries")[0]?.entry).toMatchObject({
      page: "The client",
      text: expect.stringMatching(/^[A-Z][^|]*[.]$/),
    });
  });

  test("the place that matched, with its words marked", () => {
    const [{ entry, terms } = NOTHING] = find("changed address");
    const shown = String(snippet([entry.text, entry.code], terms));
    expect(shown).toMatch(/<mark>(Update|chang)/i);
    const long = `${"Nothing about it. ".repeat(20)}Here is the address. ${"And so on. ".repeat(20)}`;
    const part = String(snippet([long], new Set(["address"])));
    expect(part).toMatch(/^… .*Here is the <mark>address<\/mark>\..*…$/);
    const twice = `An address comes first. ${"Nothing about it. ".repeat(20)}An address comes last.`;
    expect(String(snippet([twice], new Set(["address"])))).toContain("comes first");
    expect(String(snippet(["text", "const address = 1"], new Set(["address"])))).toContain("<mark>address</mark> = 1");
  });

  test("nothing for what is nowhere", () => {
    expect(linksFor("xyzzy")).toEqual([]);
  });
});
