import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CommandError } from "../../src/cli/command-error.js";
import { findCli, quiet } from "../../src/cli/redocly.js";

/** The semver bumps, from the greatest to the least. */
export const BUMPS = ["major", "minor", "patch"] as const;
export type Bump = (typeof BUMPS)[number];

/** One change of the contract. */
export interface Change {
  bump: Bump;
  /** What has become of what, in words. */
  what: string;
  /** JSON pointer into the contract. */
  where: string;
}

/** Path of a field in a schema. */
const FIELD = /\/properties\/[^/]+$/;

interface RedoclyDiff {
  changes: {
    path: string;
    typeName: string;
    kind: "added" | "removed" | "modified";
    impact: Bump;
    verdicts: { message: string }[];
    property?: string;
    base?: { pointer: string; value?: unknown };
    revision?: { pointer: string; value?: unknown };
  }[];
}

const RULES = join(
  dirname(createRequire(import.meta.url).resolve("service-admin-api/package.json")),
  "tools/versions/redocly.yaml",
);

/**
 * Compares two contracts with Redocly's diff.
 *
 * @param base - Text of the older contract.
 * @param revision - Path of the newer one.
 * @returns Every change, the greatest bump first.
 * @throws CommandError when one of them is no OpenAPI description.
 */
export function compare(base: string, revision: string): Change[] {
  const folder = mkdtempSync(join(tmpdir(), "diff-"));
  try {
    const before = join(folder, "openapi.yaml");
    writeFileSync(before, base);
    const args = [findCli(), "diff", before, revision, `--config=${RULES}`, "--format=json"];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      env: { ...process.env, ...quiet },
      maxBuffer: 2 ** 28,
    });
    return read(stdout, stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The greatest bump that any of the changes needs; `undefined` where nothing has changed. */
export function neededBump(changes: readonly Change[]): Bump | undefined {
  return BUMPS.find((bump) => changes.some((change) => change.bump === bump));
}

function read(stdout: string, stderr: string): Change[] {
  // The exit code says whether something is major, not whether the comparison could be made.
  if (!stdout.trimStart().startsWith("{")) {
    throw new CommandError(`redocly diff cannot compare the contracts:\n${(stdout + stderr).trim()}`);
  }
  const { changes }: RedoclyDiff = JSON.parse(stdout);
  const named = changes.map((change) => ({
    bump: rate(change),
    what: describe(change),
    where: (change.revision ?? change.base)?.pointer ?? change.path,
  }));
  return named.sort((a, b) => BUMPS.indexOf(a.bump) - BUMPS.indexOf(b.bump));
}

/** Redocly takes a field that is gone from a request for a patch, yet whoever sends it compiles no more. */
function rate({ kind, path, impact }: RedoclyDiff["changes"][number]): Bump {
  return kind === "removed" && FIELD.test(path) ? "major" : impact;
}

function describe({ kind, typeName, path, property, verdicts, base, revision }: RedoclyDiff["changes"][number]) {
  if (verdicts.length > 0) return verdicts.map(({ message }) => message).join(" ");
  const name = property ?? decodeURIComponent(path.split("/").at(-1) ?? "").replaceAll("~1", "/");
  const type = FIELD.test(path) ? "Field" : typeName;
  if (kind !== "modified") return `${property ?? type} ${kind}: ${name}`;
  const values = [base?.value, revision?.value].map((value) => JSON.stringify(value) ?? "nothing");
  return values.join("").length > 120 ? `${name} changed` : `${name} changed: ${values.join(" → ")}`;
}
