import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { helpText } from "../../src/cli/help.js";
import { commandLine } from "../../src/sandbox/server/flags.js";
import { transports } from "./transports.js";

/** A text on one line, without backticks and capitals. */
const plain = (text: string) => text.replaceAll("`", "").replace(/\s+/g, " ").toLowerCase();

const texts = {
  "the guide": readFileSync(new URL("../../guides/sandbox.md", import.meta.url), "utf8"),
  "--help": helpText(commandLine),
};

describe.each([
  "a format that an update leaves out becomes the contract's default",
  "a query parameter that the contract does not declare has no effect",
])("%s", (rule) => {
  test.each(Object.entries(texts))("%s has this sentence", (_, text) => {
    expect(plain(text)).toContain(rule);
  });
});

describe.each(Object.entries(transports))("%s", (_, reach) => {
  const headers = { "X-Service-Access-Token": "any", "Content-Type": "application/json" };

  test.each([
    ["GET", "/webhooks"],
    ["GET", "/webhooks/1001"],
    ["DELETE", "/webhooks/1001"],
    ["POST", "/oauth/access_token"],
  ])("a query parameter that the contract does not declare has no effect on %s %s", async (method, path) => {
    await using sandbox = await reach({ seed: 1 });
    await using other = await reach({ seed: 1 });
    const call = ({ url, fetch }: typeof sandbox, query: string) =>
      fetch(`${url}/api/admin/26.0${path}${query}`, { method, headers });
    const [without, withIt] = await Promise.all([call(sandbox, ""), call(other, "?topic_like=x")]);
    expect(await withIt.json()).toEqual(await without.json());
    expect(withIt.headers.get("sandbox-note")).toContain("the contract has no query parameter topic_like");
  });
});
