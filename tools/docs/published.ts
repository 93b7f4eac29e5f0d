import { type Contract, mapValues } from "../contract/model.js";
import type { Document } from "../contract/reader.js";
import { samplesOf } from "./request-samples.js";

/**
 * The contract as one JSON document, for tools and for Redoc: with a sample in curl and one in TypeScript for each
 * operation, and with responses and callbacks written out. Some generators answer with nothing where a response is a
 * reference, and Redoc leaves out a callback that is one.
 */
export function publishedContract(document: Document, contract: Contract): Document {
  const paths = mapValues(Object(document["paths"]), (item: object, path) =>
    mapValues(item, (operation, method) => {
      const read = contract.paths[path]?.[method];
      if (!read) return operation;
      const { responses, callbacks } = read;
      return { ...Object(operation), responses, ...(callbacks && { callbacks }), ...codeSamplesOf(read) };
    }),
  );
  return { ...document, paths };
}

function codeSamplesOf({ operationId }: { operationId: string }) {
  const languages = samplesOf(operationId).filter(({ name }) => name !== "HTTP");
  const samples = languages.map(({ name, code }) => {
    // Redoc highlights TypeScript as JavaScript, and finds a sample by its label.
    return { lang: name === "TypeScript" ? "JavaScript" : name, label: name, source: code };
  });
  return samples.length > 0 ? { "x-codeSamples": samples } : {};
}
