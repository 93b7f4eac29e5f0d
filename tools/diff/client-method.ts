import { contractOf, operationsOf } from "../contract/model.js";
import { below } from "../contract/pointer.js";
import type { Document } from "../contract/reader.js";
import { type ClientMethod, clientMethodsOf } from "../generate/names.js";
import { type Method, methodOf } from "../generate/signature.js";
import type { Changes } from "./changes.js";
import { rate } from "./ratings.js";

/** What the client's method for an operation is called, takes and returns, in words. */
interface Signature {
  readonly called: ClientMethod;
  readonly takes: string | undefined;
  readonly returns: string;
  /** JSON pointer to the operation. */
  readonly where: string;
}

const PAGES = "a list of pages";

const METHOD_CHANGED = rate("The client's method", "changed", "sent");

/**
 * Compares what the client's methods are called, take and return. They leave out the envelope, which is the only key of a
 * body. Another operation may take the name of one. A renamed tag is a change of its own.
 */
export function clientMethods(changes: Changes, base: Document, revision: Document): void {
  const after = signaturesOf(revision);
  for (const [id, was] of signaturesOf(base)) {
    const is = after.get(id);
    if (is && is.called.group === was.called.group && is.called.name !== was.called.name) {
      const what = `The client's method is called ${is.called.name} now, not ${was.called.name}`;
      changes.add(METHOD_CHANGED, what, is.where);
    }
    for (const verb of ["takes", "returns"] as const) {
      const [before, now] = [was[verb], is?.[verb]];
      if (!is || before === undefined || now === undefined || isAlike(before, now)) continue;
      const what = `The client's method ${verb} another value: ${now}, not ${before}`;
      changes.add(METHOD_CHANGED, what, is.where);
    }
  }
}

/** Whether code that uses the first also compiles with the second. A renamed envelope is another field. */
function isAlike(before: string, after: string): boolean {
  const isEnvelope = before.startsWith("its ") && after.startsWith("its ");
  // A list of pages has all that the page has.
  return before === after || after === PAGES || isEnvelope;
}

/** The methods by the ids of their operations. An older contract may have forms that nothing can be built from. */
function signaturesOf(document: Document): Map<string, Signature> {
  const contract = built(() => contractOf(document));
  const operations = contract ? operationsOf(contract) : [];
  const names = contract && built(() => clientMethodsOf(contract));
  return new Map(
    operations.flatMap((operation) => {
      const called = names?.get(operation.operationId) ?? { group: "", name: "" };
      const method = contract && built(() => methodOf(contract, operation, called));
      if (!method) return [];
      const where = below(below("#/paths", operation.path), operation.method.toLowerCase());
      const takes = method.body ? takenBy(method.body) : undefined;
      return [[operation.operationId, { called, takes, returns: returnedBy(method), where }]];
    }),
  );
}

function takenBy({ key, argument }: NonNullable<Method["body"]>): string {
  if (key !== undefined) return `its ${key}`;
  return argument === undefined ? "any body" : "the complete body";
}

function returnedBy({ envelope, walk }: Method): string {
  if (walk) return PAGES;
  return envelope === undefined ? "the complete body" : `its ${envelope}`;
}

function built<Value>(build: () => Value): Value | undefined {
  try {
    return build();
  } catch {
    return undefined;
  }
}
