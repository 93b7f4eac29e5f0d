import { readFileSync } from "node:fs";

/** What the generated methods import from the client, by file. */
export const CLIENT_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  "../src/client/call.js": ["type Call", "type Run"],
  "../src/client/call-options.js": ["type CallOptions"],
  "../src/client/pages.js": ["createList", "createNextPage", "type List", "type NextPage"],
  "../src/client/service-request.js": ["type Sent"],
};

/** What they import from the types of openapi-typescript. */
export const SCHEMA_IMPORTS = ["type components", "type operations"];

/** The types that they are made with. */
export const HELPERS: Readonly<Record<string, string>> = {
  Input: `type Input<Id extends keyof operations> =
  NonNullable<operations[Id]["requestBody"]> extends { content: Record<"application/json", infer Body> } ? Body : never;`,
  Answer: `type Answer<Id extends keyof operations, Status extends keyof operations[Id]["responses"]> =
  operations[Id]["responses"][Status] extends { content: Record<"application/json", infer Body> } ? Body : never;`,
  // An interface cannot extend what is looked up by a name in brackets.
  SchemaOf: `type SchemaOf<Name extends keyof components["schemas"]> = components["schemas"][Name];`,
  Delivered: `type Delivered<Content> = {
  [MediaType in keyof Content]: {
    /** Value of the request header \`Content-Type\`, without parameters. */
    readonly mediaType: MediaType;
    readonly payload: Content[MediaType];
  };
}[keyof Content];`,
};

/** The types of TypeScript itself that the code uses, or whose names it reserves. */
const BUILT_IN = "NonNullable Record any bigint boolean never null number object string symbol undefined unknown void";

/** Names that no type of the contract can have in the client: what its entry exports, and what the methods need. */
export function takenNames(): string[] {
  const entry = readFileSync(new URL("../../src/client/index.ts", import.meta.url), "utf8");
  const exported = [...entry.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.split(","));
  const imported = [...Object.values(CLIENT_IMPORTS).flat(), ...SCHEMA_IMPORTS];
  const all = [...exported, ...imported].map((name) => name.trim().replace(/^type /, ""));
  return [...all.filter(Boolean), "Methods", ...Object.keys(HELPERS), ...BUILT_IN.split(" ")];
}
