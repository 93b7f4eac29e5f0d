import { contractOf } from "../contract/model.js";
import { type Document, lintDocument } from "../contract/read.js";
import { refuseUnregistered } from "../contract/register.js";
import { generateClient, generateStandardSchemas } from "./client.js";
import { generateFacts } from "./facts.js";
import { methodsOf } from "./methods.js";
import { generateOpenapiTypes } from "./openapi-types.js";
import { generateQuestions } from "./questions.js";
import { generateParameterChecks, generateValidators } from "./validators.js";

/** Returns the text of each generated file that follows from a contract, by path. The code is not formatted. */
export async function generate(document: Document): Promise<Record<string, string>> {
  const contract = contractOf(document);
  return {
    "generated/openapi-types.ts": await generateOpenapiTypes(document),
    "generated/contract.ts": generateFacts(contract),
    "generated/client.ts": generateClient(contract),
    "generated/questions.ts": generateQuestions(contract),
    "generated/standard-schemas.ts": generateStandardSchemas(contract),
    "generated/validators.ts": generateValidators(contract),
    "generated/parameter-checks.ts": generateParameterChecks(contract),
  };
}

/**
 * Reads `openapi.yaml` and refuses what this project has no code for, by the lint rules and by a few checks that these
 * cannot express.
 *
 * @throws CommandError with the first thing that is wrong, where it is, and what to do.
 */
export async function checkContract(folder: string) {
  const document = await lintDocument(folder);
  const contract = contractOf(document);
  methodsOf(contract);
  refuseUnregistered(contract);
  return { document, contract };
}
