import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeSite } from "../../tools/docs/build.js";
import { serveFolder } from "../../tools/docs/static-server.js";

test("a page that is requested while the site is written is the old one or the new one, complete", async () => {
  const site = await mkdtemp(join(tmpdir(), "site-"));
  onTestFinished(() => rm(site, { recursive: true }));
  const pages = ["a", "b"].map((letter) => letter.repeat(300_000));
  const write = (page = "") => writeSite(site, { "index.html": page, "guides/client.html": page });
  write(pages[0]);
  await using server = await serveFolder(site);
  for (let round = 1; round <= 30; round++) {
    const read = ["/", "/guides/client.html"].map(async (path) => (await fetch(server.url + path)).text());
    await new Promise(setImmediate);
    write(pages[round % 2]);
    for (const page of await Promise.all(read)) expect(pages.includes(page)).toBe(true);
  }
});

test("what the site does not have any more is deleted", async () => {
  const site = await mkdtemp(join(tmpdir(), "site-"));
  onTestFinished(() => rm(site, { recursive: true }));
  writeSite(site, { "index.html": "", "guides/old.html": "" });
  await writeFile(join(site, "other"), "");
  writeSite(site, { "index.html": "" });
  expect(await readdir(site)).toEqual(["index.html"]);
});
