import { fileURLToPath } from "node:url";
import { type Contract, operationsOf } from "../contract/model.js";
import type { Document } from "../contract/reader.js";
import { callsOf } from "./calls.js";
import { textByRedocly } from "./redocly.js";
import { codeSamplesOf } from "./request-samples.js";

const OVERLAY = fileURLToPath(new URL("published-overlay.yaml", import.meta.url));

/**
 * The contract as one JSON document, for tools and for Redoc: what `redocly bundle` makes of `openapi.yaml` with our
 * overlay, and samples for each operation.
 *
 * @param project - Folder of the contract.
 * @throws CommandError when Redocly cannot bundle it.
 */
export async function publishedContract(project: string, contract: Contract): Promise<Document> {
  const bundle = await textByRedocly(project, "openapi.json", "bundle", "openapi.yaml", `--overlay=${OVERLAY}`);
  const document = JSON.parse(bundle);
  const calls = callsOf(contract);
  for (const { path, method, operationId } of operationsOf(contract))
    document.paths[path][method.toLowerCase()]["x-codeSamples"] = codeSamplesOf(calls[operationId]);
  return document;
}
