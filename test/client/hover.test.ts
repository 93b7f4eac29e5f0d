// What an editor shows of the client's types, by TypeScript's language service. This needs Node.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../..", import.meta.url));
const file = join(folder, "test/client/hovered.ts");
const code = `
  import type { ServiceClient } from "../../src/client/index.js";
  export async function use(service: ServiceClient) {
    const one = await service.webhooks.get(1001);
    const page = await service.webhooks.list();
    const { webhooks, pagination } = page;
    const record = await service.oauth.exchangeAccessToken();
    const gone = await service.webhooks.delete(1001);
    for await (const each of service.webhooks.list()) console.log(each);
    const create = service.webhooks.create;
    const exchange = service.oauth.exchangeAccessToken;
    return { one, webhooks, pagination, record, gone, create, exchange };
  }`;

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  types: [],
};
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => {
    const text = name === file ? code : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  realpath: (path) => ts.sys.realpath?.(path) ?? path,
  getCurrentDirectory: () => dirname(file),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});

/** What an editor shows of a name where it first occurs after `const`. */
function hovered(name: string): string | undefined {
  const at = code.search(new RegExp(`\\b${name}\\b(?=[ ,}]).* (=|of) `));
  return ts.displayPartsToString(service.getQuickInfoAtPosition(file, at)?.displayParts);
}

test("an editor shows the names of types, not their structure", { timeout: 120_000 }, () => {
  expect(["one", "page", "webhooks", "pagination", "record", "gone", "each"].map(hovered)).toEqual([
    "const one: Webhook",
    "const page: WebhookPage",
    "const webhooks: Webhook[]",
    "const pagination: Pagination",
    "const record: OAuth",
    "const gone: DeletionResult",
    "const each: Webhook",
  ]);
  expect(hovered("create")).toBe("const create: (webhook: WebhookCreateInput, options?: CallOptions) => Call<Webhook>");
  expect(hovered("exchange")).toBe("const exchange: (options?: ExchangeAccessTokenOptions) => Call<OAuth>");
});
