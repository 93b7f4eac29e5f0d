import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeSite } from "../../tools/docs/build.js";

test("while the site is written again, a host that has opened a file reads the old one, and what is gone is deleted", () => {
  const site = mkdtempSync(join(tmpdir(), "site-"));
  onTestFinished(() => rmSync(site, { recursive: true }));
  writeSite(site, { "index.html": "before", "guides/old.html": "" });
  writeFileSync(join(site, "other"), "");
  const opened = openSync(join(site, "index.html"), "r");
  writeSite(site, { "index.html": "after" });
  expect([readFileSync(opened, "utf8"), readFileSync(join(site, "index.html"), "utf8")]).toEqual(["before", "after"]);
  expect(readdirSync(site)).toEqual(["index.html"]);
});
