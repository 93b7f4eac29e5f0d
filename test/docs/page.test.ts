import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationsOf, readContract } from "../contract/contract.js";
import { checkout } from "../servers/checkout.js";
import { run } from "../servers/command.js";

let clone: Awaited<ReturnType<typeof checkout>>;
let page: string;

beforeAll(async () => {
  clone = await checkout();
  const { code, output } = await run("npm run docs", clone.folder);
  expect(code, output).toBe(0);
  page = await readFile(join(clone.folder, "site/index.html"), "utf8");
});

afterAll(() => clone.remove());

describe("the docs are one page that needs nothing else", () => {
  test("with the contract beside it", async () => {
    expect((await readdir(join(clone.folder, "site"))).sort()).toEqual(["index.html", "openapi.yaml"]);
    const contracts = ["site/openapi.yaml", "openapi.yaml"].map((file) => readFile(join(clone.folder, file), "utf8"));
    const [published, source] = await Promise.all(contracts);
    expect(published).toBe(source);
  });

  test("no element of it loads anything", () => {
    const markup = page.replace(/<script\b[^>]*>.*?<\/script>/gs, (script) => script.slice(0, script.indexOf(">") + 1));
    const loading = [...markup.matchAll(/<(script|link|img|iframe|source)\b[^>]*\b(src|href)=["']?(?!#)[^>]*>/g)];
    expect(loading.map(([element]) => element)).toEqual([]);
  });

  test("and its policy lets nothing be loaded from another host", () => {
    const [, policy = ""] = page.match(/http-equiv="Content-Security-Policy"\s+content="([^"]+)"/) ?? [];
    const directives = policy.split(";").map((directive) => directive.trim());
    expect(directives).toContain("default-src 'none'");
    const sources = directives.flatMap((directive) => directive.split(" ").slice(1));
    expect(sources.filter((source) => !/^'.*'$|^data:$|^blob:$/.test(source))).toEqual([]);
  });
});

test("every operation is on the page", () => {
  const missing = operationsOf(readContract()).filter(({ id }) => !page.includes(id));
  expect(missing).toEqual([]);
});
