import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { CommandError, runCommand } from "../../src/cli/command.js";
import { checkContract, generate } from "./generate.js";
import { withMethodTable } from "./methods.js";

const line = {
  name: "npm run generate",
  help: `Usage: npm run generate -- [--check]

Writes generated/ from openapi.yaml: types, the client's methods, facts and checks. Also writes the table of methods in
guides/client.md.

  --check   write nothing, and fail if a file is out of date
  --help    print this help
`,
  options: { check: { type: "boolean" } },
} as const;

async function main(isCheck = false): Promise<number> {
  const folder = process.cwd();
  const files = await filesOf(folder);
  const stale = Object.entries(files).filter(([name, text]) => text !== read(join(folder, name)));
  if (isCheck && stale.length > 0) {
    const names = stale.map(([name]) => name).join(", ");
    throw new CommandError(`${names}: out of date. Run: npm run generate`);
  }
  mkdirSync(join(folder, "generated"), { recursive: true });
  for (const [name, text] of stale) writeFileSync(join(folder, name), text);
  return 0;
}

/** The text of each generated file, by path. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const { document, contract } = await checkContract(folder);
  const files = await generate(document);
  for (const name of READ_BY_USERS) files[name] = formatted(files[name] ?? "");
  const guide = read(join(folder, GUIDE));
  if (guide !== undefined) files[GUIDE] = withMethodTable(guide, contract);
  return { ...files, "generated/version.ts": versionOf(folder) };
}

/** The guide to the client, which lists its methods. */
const GUIDE = "guides/client.md";

/** The files that users read in their editors. */
const READ_BY_USERS = ["generated/contract.ts", "generated/client.ts", "generated/standard-schemas.ts"];

function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `// Generated from package.json by \`npm run generate\`.\nexport const version = ${JSON.stringify(version)};\n`;
}

/** The code as Biome formats it. */
function formatted(code: string): string {
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  return execFileSync(process.execPath, [biome, "format", "--stdin-file-path=src/generated.ts"], {
    encoding: "utf8",
    input: code,
  });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

await runCommand(line, ({ values }) => main(values.check));
