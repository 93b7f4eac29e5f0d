import { type Contract, mapValues } from "../contract/model.js";
import type { Document } from "../contract/reader.js";
import { callsOf } from "./calls.js";
import { codeSamplesOf } from "./request-samples.js";

/**
 * The contract as one JSON document, for tools and for Redoc: with samples for each operation, and
 * with responses and callbacks written out. Some generators answer with nothing where a response is a
 * reference, and Redoc leaves out a callback that is one.
 */
export function publishedContract(document: Document, contract: Contract): Document {
  const calls = callsOf(contract);
  const paths = mapValues(Object(document["paths"]), (item: object, path) =>
    mapValues(item, (operation, method) => {
      const read = contract.paths[path]?.[method];
      if (!read) return operation;
      const { responses, callbacks } = read;
      return {
        ...Object(operation),
        responses,
        ...(callbacks && { callbacks }),
        "x-codeSamples": codeSamplesOf(calls[read.operationId]),
      };
    }),
  );
  return { ...document, paths };
}
