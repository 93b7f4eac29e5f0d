import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadConfig } from "@redocly/openapi-core";
import openapiTS, { astToString } from "openapi-typescript";
import { HEADER } from "./header.js";

/** Writes the types of the contract, by openapi-typescript, which lints it first. */
export async function generateSchema(folder: string): Promise<string> {
  const redocly = await loadConfig({ configPath: join(folder, "redocly.yaml") });
  const types = await openapiTS(pathToFileURL(join(folder, "openapi.yaml")), {
    redocly,
    // A field with a default would otherwise be required in a request.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return `${HEADER}\n${astToString(types)}`;
}
