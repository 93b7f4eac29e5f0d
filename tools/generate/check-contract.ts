import { buildableContract } from "../contract/buildable.js";
import { lintContract } from "../contract/first-lint-error.js";
import { checkExamples } from "./check-examples.js";
import { generateContractData } from "./contract-data.js";
import { generateMethods } from "./methods.js";
import { compileChecks } from "./validators.js";

/**
 * Checks that everything can be built from `openapi.yaml`, so that all commands refuse the same contracts.
 *
 * @param folder - Folder that holds it, and `redocly.yaml`.
 * @throws CommandError with the first thing that is wrong, its place, and what to do.
 */
export async function checkContract(folder: string): Promise<void> {
  const contract = buildableContract(await lintContract(folder));
  for (const build of [generateContractData, generateMethods, compileChecks, checkExamples]) build(contract);
}
