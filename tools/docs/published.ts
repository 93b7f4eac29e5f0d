import type { Contract } from "../contract/model.js";
import type { Document } from "../contract/reader.js";
import { curlSample, exampleInput, typescriptSample } from "./samples.js";

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
      return { ...Object(operation), responses, ...(callbacks && { callbacks }), ...samplesOf(read) };
    }),
  );
  return { ...document, paths };
}

function samplesOf({ operationId }: { operationId: string }) {
  const input = exampleInput(operationId);
  const curl = curlSample(operationId, input);
  const typescript = typescriptSample(operationId, input);
  if (curl === undefined || typescript === undefined) return {};
  return {
    "x-codeSamples": [
      { lang: "curl", source: curl },
      // Redoc highlights TypeScript as JavaScript, and finds a sample by its label.
      { lang: "JavaScript", label: "TypeScript", source: typescript },
    ],
  };
}

function mapValues<From, To>(record: Record<string, From> | object, change: (value: From, key: string) => To) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
