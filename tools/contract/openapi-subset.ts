import { Ajv } from "ajv";
import { FORMATS } from "./formats.js";
import type { Document } from "./reader.js";

// The part of OpenAPI that is built: into types, client, sandbox, verify and docs. Whatever else a contract says would be
// ignored by some of them, so it is refused.

/**
 * What may stand at a place: a value, one that may be refused for a reason, an object with certain keys, or a list or a map
 * whose members are all alike.
 */
type Part =
  | "value"
  | { readonly refusal: (found: unknown) => string | undefined }
  | {
      readonly keys: (found: object) => Readonly<Record<string, Part>>;
      readonly refusal?: (found: unknown) => string | undefined;
    }
  | { readonly members: () => Part };

const values = (...names: string[]): Readonly<Record<string, Part>> =>
  Object.fromEntries(names.map((name) => [name, "value"]));

/** A reference to one of the components of a kind. */
const referenceTo = (kind: string): Part => ({
  refusal: (found) => {
    const isBuilt = String(found).startsWith(`#/components/${kind}/`) && String(found).split("/").length === 4;
    return isBuilt ? undefined : `leads to ${found}, which is none of components/${kind}: write out what it stands for`;
  },
});

const format: Part = {
  refusal: (found) => {
    // The last one says that a value is a secret.
    const built = [...Object.keys(FORMATS), "password"];
    return built.includes(String(found)) ? undefined : `is ${found}: write one of ${built.join(", ")}, or a pattern`;
  },
};

const pattern: Part = {
  refusal: (found) => {
    try {
      new RegExp(String(found), "u");
      return undefined;
    } catch {
      return `is ${found}, which is no regular expression: correct it`;
    }
  },
};

const ajv = new Ajv({ strict: false, logger: false });

const schema: Part = {
  refusal: (found) => {
    const isSchema = typeof found === "boolean" || (typeof found === "object" && found !== null);
    if (isSchema && ajv.validateSchema(found)) return undefined;
    return `is no schema: ${ajv.errorsText(ajv.errors, { dataVar: "it" })}`;
  },
  keys: () => ({
    ...{ $ref: referenceTo("schemas"), format, pattern },
    ...values("description", "examples", "default", "deprecated"),
    ...values("type", "enum", "const", "minLength", "maxLength"),
    ...values("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    ...values("required", "minProperties", "maxProperties", "minItems", "maxItems", "uniqueItems"),
    properties: { members: () => schema },
    additionalProperties: schema,
    // Says that a response may have other fields too, which holds by itself.
    unevaluatedProperties: schema,
    items: schema,
    anyOf: { members: () => schema },
    oneOf: { members: () => schema },
  }),
};

const example: Part = { keys: () => values("summary", "description", "value") };
const examples = { example: "value", examples: { members: () => example } } as const;

/** What has a schema, and can be read only by it. */
const withSchema = (found: unknown): string | undefined => {
  const isRead = typeof found === "object" && found !== null && ("schema" in found || "$ref" in found);
  return isRead ? undefined : "has no schema: write one, or {} for any value";
};

const content: Part = { members: () => ({ refusal: withSchema, keys: () => ({ schema, ...examples }) }) };

const header: Part = {
  refusal: withSchema,
  keys: () => ({ ...values("description", "required", "deprecated"), schema, ...examples }),
};

const parameter: Part = {
  refusal: withSchema,
  keys: (found) =>
    "$ref" in found
      ? { $ref: referenceTo("parameters") }
      : { ...values("name", "in", "description", "required", "deprecated"), schema, ...examples },
};

const response: Part = { keys: () => ({ description: "value", headers: { members: () => header }, content }) };

const operation: Part = {
  keys: () => ({
    ...values("operationId", "tags", "summary", "description", "deprecated", "security"),
    parameters: { members: () => parameter },
    requestBody: { keys: () => ({ ...values("description", "required"), content }) },
    responses: { members: () => response },
    callbacks: { members: () => ({ members: () => pathItem }) },
  }),
};

const pathItem: Part = {
  keys: () => ({ get: operation, put: operation, post: operation, delete: operation, patch: operation }),
};

const variable: Part = { keys: () => values("default", "description", "enum") };

const CONTRACT: Part = {
  keys: () => ({
    openapi: "value",
    info: { keys: () => ({ ...values("title", "version", "summary", "description"), license: "value" as const }) },
    servers: {
      members: () => ({ keys: () => ({ ...values("url", "description"), variables: { members: () => variable } }) }),
    },
    security: "value",
    tags: { members: () => ({ keys: () => values("name", "description") }) },
    paths: { members: () => pathItem },
    webhooks: { members: () => pathItem },
    components: {
      keys: () => ({
        schemas: { members: () => schema },
        parameters: { members: () => parameter },
        securitySchemes: { members: () => ({ keys: () => values("type", "in", "name", "description") }) },
      }),
    },
  }),
};

/** What to do about a key that is not built. All others are to be removed. */
const ADVICE: Readonly<Record<string, string>> = {
  $ref: "write out what it stands for",
  allOf: "write out the fields that it joins",
  $defs: "write its schemas in components/schemas",
  example: "write examples, which is a list",
  readOnly: "remove it, and leave the field out of the bodies of requests",
  writeOnly: "remove it, and leave the field out of the bodies of responses",
  style: "remove it, and send the parameter as OpenAPI does by default",
  explode: "remove it, and send the parameter as OpenAPI does by default",
  servers: "remove it, and write one server for all operations",
  parameters: "write them in each operation",
  summary: "write it in each operation",
  description: "write it in each operation",
};

/** What stands where no part of the build reads it, each with its place and with what to do. */
export function unreadIn(document: Document): string[] {
  return [...unreadAt(document, CONTRACT, [])];
}

function* unreadAt(found: unknown, part: Part, place: readonly string[]): Generator<string> {
  if (part === "value") return;
  const name = place.join("/").replaceAll("//", "/");
  if (typeof found === "object" && found !== null) {
    const keys = "keys" in part ? part.keys(found) : undefined;
    for (const [key, inner] of Object.entries(found)) {
      // An extension is for a tool that knows it.
      if (keys && key.startsWith("x-")) continue;
      const known = "members" in part ? part.members() : keys && Object.hasOwn(keys, key) && keys[key];
      if (known) yield* unreadAt(inner, known, [...place, key]);
      else if (keys) yield `${name}: ${key} cannot be built: ${ADVICE[key] ?? "remove it"}`;
    }
  }
  const reason = "refusal" in part && part.refusal?.(found);
  if (reason) yield `${name} ${reason}`;
}
