import { describe, expect, test } from "vitest";
import { readContract } from "../../tools/contract/model.js";
import { callsOf } from "../../tools/docs/call-data.js";
import { readGuides, sectionsOfGuide } from "../../tools/docs/guides.js";
import { createSearch } from "../../tools/docs/page-script/search.js";
import { referenceSections } from "../../tools/docs/reference.js";
import { downloadEntry, entriesOf } from "../../tools/docs/search-entries.js";
import { operationsOf, readContract as readDocument } from "../contract/contract.js";
import { projectFolder } from "../servers/command.js";

const guides = readGuides(projectFolder).map((guide) => {
  return { file: `${guide.name}.html`, sections: sectionsOfGuide(guide) };
});
const contract = readContract(projectFolder);
const reference = { file: "", sections: referenceSections(contract, callsOf(contract)) };
const download = downloadEntry("../openapi.yaml", "OpenAPI as YAML");
const find = createSearch([...entriesOf([reference, ...guides]), download]);
const linksFor = (query: string) => find(query).map(({ link }) => link);

describe("the search finds", () => {
  test.each([
    ["an operation", "create webhook", "#/webhooks/createwebhook"],
    ["an operation that a question is about", "how do I create a webhook", "#/webhooks/createwebhook"],
    ["a chapter of the reference", "authentication", "#/section/authentication"],
    ["a chapter of a guide by another form of its title", "retry", "guides/client.html#retries"],
    ["an operation by words with typing errors", "creat webhok", "#/webhooks/createwebhook"],
    ["a chapter by the beginning of a word", "versio", "#/section/versioning"],
    ["a setting of the opening", "base url", "#/"],
    ["the chapter that says most about a status", "429", "guides/client.html#retries"],
  ])("%s first", (_, query, link) => {
    expect(linksFor(query)[0]).toBe(link);
  });

  test.each(operationsOf(readDocument()).map(({ id }) => [id]))("%s by its id", (id) => {
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

  test("a field below each operation that has it, each once, with the part that has it", () => {
    const found = find("topic");
    const [create] = found.filter(({ title }) => title === "Create webhook");
    expect(create?.fields.map(({ path, part }) => [path, part])).toEqual([
      ["webhook.topic", expect.stringMatching(/request/i)],
      ["webhook.topic", expect.stringMatching(/response/i)],
    ]);
    const rows = found.flatMap(({ link, fields }) => [
      link,
      ...fields.map(({ path, part }) => [link, path, part].join()),
    ]);
    expect(new Set(rows).size).toBe(rows.length);
  });

  test.each([
    ["token", "#/section/authentication"],
    ["X-Service-Access-Token", "#/section/authentication"],
    ["pagination", "#/section/paging-and-limits"],
    ["ISO 8601", "#/resources/webhook"],
  ])("by %s the chapter of the reference that says most about it, before the guides", (query, link) => {
    const links = linksFor(query);
    expect(links.slice(0, 3)).toContain(link);
    expect(links.slice(0, links.indexOf(link)).join()).not.toContain("guides/");
  });

  test("an open question by its words, or by what this project does", () => {
    for (const query of ["request signing", "leap second"]) {
      const { fields: [first] = [] } = find(query).find(({ title }) => title === "Open questions") ?? {};
      expect(first, query).toMatchObject({ link: expect.stringMatching(/^#\/open\/./), values: expect.any(String) });
    }
  });

  test.each(["openapi", "yaml", "download"])("the contract as a file by %s", (query) => {
    expect(linksFor(query).slice(0, 2)).toContain("../openapi.yaml");
  });

  test("a field by one of its values, and a setting by its name, each with what is said about it", () => {
    expect(find("xml")[0]?.fields).toContainEqual(expect.objectContaining({ path: "webhook.format" }));
    expect(find("base url")[0]?.fields).toContainEqual(
      expect.objectContaining({ path: "Base URL", text: expect.stringContaining("project's sandbox") }),
    );
  });

  test("a chapter with its method or its page, and its first sentence", () => {
    expect(find("create webhook")[0]).toMatchObject({ method: "POST", page: "" });
    expect(find("retries")[0]).toMatchObject({ page: "The client", text: expect.stringMatching(/^[A-Z][^|]*[.]$/) });
  });

  test("nothing for what is nowhere", () => {
    expect(linksFor("xyzzy")).toEqual([]);
  });
});
