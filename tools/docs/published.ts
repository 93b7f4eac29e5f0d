import { fileURLToPath } from "node:url";
import { type Contract, operationsOf } from "../contract/model.js";
import type { Document } from "../contract/reader.js";
import { textByRedocly } from "./redocly.js";
import { samplesOf } from "./request-samples.js";

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
  for (const { path, method, operationId } of operationsOf(contract))
    Object.assign(document.paths[path][method.toLowerCase()], codeSamplesOf(operationId));
  return document;
}

function codeSamplesOf(operationId: string) {
  const languages = samplesOf(operationId).filter(({ name }) => name !== "HTTP");
  const samples = languages.map(({ name, code }) => {
    // Redoc highlights TypeScript as JavaScript, and finds a sample by its label.
    return { lang: name === "TypeScript" ? "JavaScript" : name, label: name, source: code };
  });
  return samples.length > 0 ? { "x-codeSamples": samples } : {};
}
