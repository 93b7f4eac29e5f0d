import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import ts from "typescript";
import { contractOf } from "../../tools/contract/model.js";
import { documentOf } from "../../tools/contract/reader.js";
import { callsOf } from "../../tools/docs/call.js";
import { referenceSections } from "../../tools/docs/reference.js";
import { renderSection } from "../../tools/docs/section.js";
import { generate } from "../../tools/generate/generate.js";
import { readContract } from "../contract/contract.js";
import { projectFolder } from "../servers/command.js";

/** The project with a changed copy of `openapi.yaml`, in a folder of its own. */
export interface Copy extends AsyncDisposable {
  readonly folder: string;
  /** Replaces a part of one of its source files, as who codes the change would. */
  edit(file: string, part: string, replacement: string): Promise<void>;
  /** What is wrong with the types of these files, and of all that they import: `file: message`. */
  typeErrors(...files: readonly string[]): string[];
  /** What a module exports, with the changed contract. */
  load<Module>(file: string): Promise<Module>;
  /** What a call of the client's `service` by a user returns, from a sandbox. @throws Error when it does not type-check. */
  called(call: string, imports?: string): Promise<unknown>;
  /** The text of one of its files. */
  read(file: string): Promise<string>;
  /** The text of the docs' reference. */
  readonly docs: string;
}

/** An OpenAPI document, to be changed. */
// biome-ignore lint/suspicious/noExplicitAny: a document has any form, and a change goes to one place in it.
export type Document = any;

/** Makes a copy of the project with a change of its contract, and generates everything from it. */
export async function copyWith(change: (document: Document) => void): Promise<Copy> {
  const own: Document = readContract();
  change(own);
  const folder = await mkdtemp(join(projectFolder, "node_modules/.cache/copy-"));
  for (const name of ["src", "generated", "test", "tools", "package.json", "tsconfig.json"])
    await cp(join(projectFolder, name), join(folder, name), { recursive: true, filter: isOurs });
  await symlink(join(projectFolder, "node_modules"), join(folder, "node_modules"), "dir");
  const changed = documentOf(JSON.stringify(own));
  const files = await generate(changed);
  const contract = contractOf(changed);
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  return {
    folder,
    async edit(file, part, replacement) {
      const text = await readFile(join(folder, file), "utf8");
      if (!text.includes(part)) throw new Error(`${file} has no ${part}`);
      await writeFile(join(folder, file), text.replace(part, replacement));
    },
    typeErrors: (...names) => typeErrorsIn(folder, names),
    load: (file) => loaded(folder, file),
    read: (file) => readFile(join(folder, file), "utf8"),
    async called(call, imports = "") {
      const file = `user-${count++}.ts`;
      await writeFile(join(folder, file), imports + USER.replace("CALL", () => call));
      const errors = typeErrorsIn(folder, [file, ...SHIPPED]);
      if (errors.length > 0) throw new Error(errors.join("\n"));
      return (await loaded<{ answer: unknown }>(folder, file)).answer;
    },
    docs: textOf(referenceSections(contract, callsOf(contract)).map(renderSection).join("")),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** Whether a file is none that a test has installed. */
const isOurs = (path: string) => basename(path) !== "node_modules";

/** What ships for every runtime. */
export const SHIPPED = ["src/client/index.ts", "src/client/schemas.ts", "src/sandbox/index.ts"];

/** What a user of client and sandbox writes. */
const USER = `
  import { createServiceClient, ServiceStatusError } from "./src/client/index.js";
  import { createSandbox } from "./src/sandbox/index.js";
  const { fetch } = createSandbox({ seed: 2 });
  const client = { baseUrl: "http://sandbox.test", accessToken: "any", maxRetries: 0 };
  const service = createServiceClient({ ...client, fetch });
  /** A client of a service that answers every request with this. */
  const answeredWith = (status: number, text: string, type: string) => {
    const response = async () => new Response(text, { status, headers: { "Content-Type": type } });
    return createServiceClient({ ...client, fetch: response });
  };
  export const answer: unknown = await CALL;
  export const used = [service, answeredWith, ServiceStatusError];`;

let count = 0;

async function loaded<Module>(folder: string, file: string): Promise<Module> {
  // Node loads a module once: after an edit, it is another one.
  const outfile = join(folder, `${file}.${count++}.mjs`);
  const shared = { bundle: true, format: "esm", platform: "node", packages: "external" } as const;
  await build({ ...shared, entryPoints: [join(folder, file)], outfile, logLevel: "silent" });
  return import(outfile);
}

/** The text of HTML, with one space between its words. */
function textOf(html: string): string {
  return html
    .replaceAll("<wbr>", "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");
}

function typeErrorsIn(folder: string, files: readonly string[]): string[] {
  const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    options,
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const name = file?.fileName.slice(folder.length + 1);
    return `${name}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
