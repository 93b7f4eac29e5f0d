import { buildableContract } from "../contract/buildable.js";
import type { Document } from "../contract/reader.js";
import { generateContract } from "./contract.js";
import { generateMethods } from "./methods.js";
import { generateSchema } from "./schema.js";
import { generateSchemas } from "./schemas.js";
import { generateValidators } from "./validators.js";

/**
 * Returns the text of each generated file that follows from a contract, by path. The code is not formatted.
 *
 * @throws CommandError when the contract says something that cannot be built. The message names the place.
 */
export async function generate(document: Document): Promise<Record<string, string>> {
  const contract = buildableContract(document);
  const [schema, validators] = await Promise.all([generateSchema(document), generateValidators(contract)]);
  return {
    "generated/schema.ts": schema,
    "generated/contract.ts": generateContract(contract),
    "generated/methods.ts": generateMethods(contract),
    "generated/schemas.ts": generateSchemas(contract),
    "generated/validators.ts": validators,
  };
}
