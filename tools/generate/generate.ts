import { buildableContract } from "../contract/buildable.js";
import { lintContract } from "../contract/first-lint-error.js";
import type { Contract } from "../contract/model.js";
import type { Document } from "../contract/reader.js";
import { generateClient, typesOf } from "./client.js";
import { generateContractData } from "./contract-data.js";
import { methodsOf } from "./methods.js";
import { generateOpenapiTypes } from "./openapi-types.js";
import { generateQuestions } from "./questions.js";
import { generateStandardSchemas } from "./standard-schemas.js";
import { generateValidators } from "./validators.js";

/**
 * Returns the text of each generated file that follows from a contract, by path. The code is not formatted.
 *
 * @throws CommandError when the contract says something that cannot be built. The message names the place.
 */
export async function generate(document: Document): Promise<Record<string, string>> {
  const contract = buildableContract(document);
  const [types, validators] = await Promise.all([generateOpenapiTypes(document), generateValidators(contract)]);
  return {
    "generated/openapi-types.ts": types,
    "generated/contract.ts": generateContractData(contract),
    "generated/client.ts": generateClient(contract),
    "generated/questions.ts": generateQuestions(contract),
    "generated/standard-schemas.ts": generateStandardSchemas(contract),
    "generated/validators.ts": validators,
  };
}

/** A contract that everything can be built from, as a document and as its model. */
interface Checked {
  readonly document: Document;
  readonly contract: Contract;
}

/**
 * Reads `openapi.yaml`, and checks that everything can be built from it, so that all commands refuse the same contracts.
 *
 * @param folder - Folder that holds it, and `redocly.yaml`.
 * @throws CommandError with the first thing that is wrong, its place, and what to do.
 */
export async function checkContract(folder: string): Promise<Checked> {
  const document = await lintContract(folder);
  const contract = buildableContract(document);
  // Two types or two methods of one name are found where the names are made.
  typesOf(contract, methodsOf(contract));
  return { document, contract };
}
