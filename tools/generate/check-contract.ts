import { buildableContract } from "../contract/buildable.js";
import { lintContract } from "../contract/first-lint-error.js";
import type { Contract } from "../contract/model.js";
import type { Document } from "../contract/reader.js";
import { generateContractData } from "./contract-data.js";
import { generateMethods } from "./methods.js";
import { compileChecks } from "./validators.js";

/** A contract that everything can be built from, as a document and as its model. */
export interface Checked {
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
  return { document, contract: checkBuild(document) };
}

/**
 * The contract in a document that has been linted.
 *
 * @throws CommandError with the first thing that cannot be built, its place, and what to do.
 */
export function checkBuild(document: Document): Contract {
  const contract = buildableContract(document);
  for (const build of [generateContractData, generateMethods, compileChecks]) build(contract);
  return contract;
}
