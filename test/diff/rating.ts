import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../servers/command.js";

/** What a change of the contract means for callers. */
export type Rating = "major" | "minor" | "patch";

/** What `redocly diff` says of two contracts. */
interface Report {
  /** How many changes have each rating. */
  summary: Record<Rating, number>;
  changes: { path: string; impact: Rating }[];
}

/** Compares two contracts with the rules of this project. A text is YAML. */
export async function compare(base: unknown, revision: unknown): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "rating-"));
  try {
    const files = ["base.yaml", "revision.yaml"].map((name) => join(folder, name));
    const texts = [base, revision].map((side) => (typeof side === "string" ? side : JSON.stringify(side)));
    await Promise.all(files.map((file, index) => writeFile(file, texts[index] ?? "")));
    const redocly = join(projectFolder, "node_modules/.bin/redocly");
    const options = ["--config", "tools/diff/redocly.yaml", "--format", "json", "--fail-on", "none"];
    const { stdout } = await promisify(execFile)(redocly, ["diff", ...files, ...options], {
      cwd: projectFolder,
      maxBuffer: Number.POSITIVE_INFINITY,
    });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The greatest rating of some changes; `undefined` where there is none. */
export function ratingOf({ summary }: Report): Rating | undefined {
  return (["major", "minor", "patch"] as const).find((rating) => summary[rating] > 0);
}
