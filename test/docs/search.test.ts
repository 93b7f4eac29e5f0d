import { describe, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { readContract } from "../../tools/contract/model.js";
import { entriesOf } from "../../tools/docs/entries-of-other-pages.js";
import { chaptersOfGuide, readGuides } from "../../tools/docs/guides.js";
import { createSearch } from "../../tools/docs/page-script/search.js";
import { chaptersOf } from "../../tools/docs/reference.js";
import { projectFolder } from "../servers/command.js";

const guides = readGuides(projectFolder).map((guide) => {
  return { file: `guides/${guide.name}.html`, chapters: chaptersOfGuide(guide) };
});
const reference = { file: "index.html", chapters: chaptersOf(readContract(projectFolder)) };
const chapter = "index.html#/webhooks/createwebhook";
const list = "index.html#/webhooks/listwebhooks";

/** The links that the search of another page finds, the best first. */
const find = createSearch(entriesOf([reference, ...guides]));
const linksFor = (query: string) => find(query).map(({ link }) => link);

describe("the search of another page finds", () => {
  test.each([
    ["a chapter of the reference", "create webhook", chapter],
    ["a chapter of a guide", "jest", "guides/client.html#use-it-with-jest"],
    ["a chapter that a question is about", "how do I create webhook", chapter],
    ["a chapter by the singular of its title", "retry", "guides/client.html#retries"],
    ["a chapter by the plural of its title", "proxies", "guides/client.html#use-a-proxy-or-send-requests-your-own-way"],
    ["a chapter by a word with other accents", "crëatë wëbhook", chapter],
  ])("%s first", (_, query, link) => {
    expect(linksFor(query)[0]).toBe(link);
  });

  test.each([
    ["a field", "created_at", list],
    ["a status", "429", "guides/client.html#retries"],
    ["an option wherever it is", "maxRetries", "guides/client.html#options"],
    ["an option of one word", "timeout", "guides/client.html#options"],
    ["a name of the environment", "RECEIVER_KEY", "guides/receiving.html#send-it-a-delivery"],
    ["an abbreviation", "CORS", "guides/sandbox.html#the-mock-and-the-sandbox"],
    ["a long word of few chapters", "signatures", "guides/receiving.html#secrets-and-signatures"],
  ])("%s", (_, query, link) => {
    expect(linksFor(query).filter((each) => each.startsWith(link))).not.toEqual([]);
  });

  test("each operation by its id, first of all its chapter", () => {
    for (const id of Object.keys(operations)) {
      const links = linksFor(id);
      // Guides may have an id of one word, too.
      const isName = /[A-Z_]/.test(id);
      expect(isName ? links.slice(0, 1) : links).toContainEqual(expect.stringContaining(`/${id.toLowerCase()}`));
    }
  });

  test("words without signs, each of which a pattern can hold as it is", () => {
    const all = entriesOf([reference, ...guides]).flatMap(({ title, text, words = "" }) => [title, text, words]);
    const terms = new Set(all.flatMap((text) => text.split(/\s+/)).flatMap((word) => find(word)[0]?.matches ?? []));
    expect(terms.size).toBeGreaterThan(300);
    expect([...terms].filter((term) => !/^[\p{L}\p{N}]+$/u.test(term))).toEqual([]);
  });

  test("a word in any script", () => {
    const chapters = [{ level: 2, title: "Häfen", anchor: "ports", blocks: ["Die Löschbrücke.", "港に入る。"] }];
    const findHere = createSearch(entriesOf([{ file: "a.html", chapters }]));
    for (const query of ["hafen", "löschbrücke", "loschbrucke", "港に入る"]) expect(findHere(query)).toHaveLength(1);
  });

  test.each([
    ["a typing error", "webhok", "webhook", list],
    ["two words with errors", "webhok subscribtion", "webhook subscription", list],
    ["a letter that is missing", "autentication", "authentication", "index.html#/section/authentication"],
    ["another form of a word", "paginate", "pagination", "index.html#/resources/pagination"],
    ["another form of a word", "subscribing", "subscribe", "guides/integration.html#subscribe-once"],
  ])("what is meant by %s, such as %s for %s", (_, query, __, link) => {
    expect(linksFor(query).slice(0, 3)).toContain(link);
  });

  test("an operation with its method, and a chapter of another page with its first sentence", () => {
    expect(find("create webhook")[0]?.method).toBe("POST");
    const [retries] = find("retries");
    expect(retries?.text).toMatch(/^[A-Z].*[.:]$/);
    expect(retries?.above).toBe("The client");
  });

  test("a chapter that has a table by its words, and shows no row of it as a sentence", () => {
    expect(linksFor("max_retries maxRetries")).not.toEqual([]);
    expect(entriesOf(guides).filter(({ text }) => text.includes("|"))).toEqual([]);
  });

  test("nothing for what is nowhere", () => {
    expect(linksFor("xyzzy")).toEqual([]);
  });
});
