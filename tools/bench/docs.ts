import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildSite } from "../docs/build.js";
import { gzippedBytes, projectFolder } from "./bundle.js";
import type { Figure } from "./figure.js";

/** What the pages of the docs may weigh, in bytes gzipped. Each is all that a reader loads. */
const BUDGETS = { "reference.html": 40_000, "index.html": 750_000 };

/** Measures the pages of the reference. */
export async function measureDocs(): Promise<Figure[]> {
  const site = await buildSite(projectFolder);
  return Promise.all(
    Object.entries(BUDGETS).map(async ([page, limit]) => {
      return { name: `${page}, bytes gzipped`, measured: gzippedBytes(await readFile(join(site, page))), limit };
    }),
  );
}
