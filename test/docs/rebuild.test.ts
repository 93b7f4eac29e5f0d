import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeSite } from "../../tools/docs/build.js";
import { serveFolder } from "../../tools/docs/static-server.js";

test("a file that is read while the site is written again is the old one, complete", async () => {
  const site = await mkdtemp(join(tmpdir(), "site-"));
  onTestFinished(() => rm(site, { recursive: true }));
  const [before, after] = ["a", "b"].map((letter) => letter.repeat(20_000_000));
  const write = (text = "") => writeSite(site, { "openapi.json": text });
  write(before);
  await using server = await serveFolder(site);
  // Uncompressed, it is longer than what is on its way to a reader who has not begun.
  const read = () => fetch(`${server.url}/openapi.json`, { headers: { "Accept-Encoding": "identity" } });
  const answer = await read();
  write(after);
  expect((await answer.text()) === before).toBe(true);
  expect((await (await read()).text()) === after).toBe(true);
});

test("what the site does not have any more is deleted", async () => {
  const site = await mkdtemp(join(tmpdir(), "site-"));
  onTestFinished(() => rm(site, { recursive: true }));
  writeSite(site, { "index.html": "", "guides/old.html": "" });
  await writeFile(join(site, "other"), "");
  writeSite(site, { "index.html": "" });
  expect(await readdir(site)).toEqual(["index.html"]);
});
