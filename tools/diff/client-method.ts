import { contractOf, operationsOf } from "../contract/model.js";
import { below } from "../contract/pointer.js";
import type { Document } from "../contract/reader.js";
import { type Method, methodOf } from "../generate/signature.js";
import type { Changes } from "./changes.js";

const PAGES = "a list of pages";

/** Compares what the client's methods take and return. They leave out the envelope, which is the only key of a body. */
export function clientMethods(changes: Changes, base: Document, revision: Document): void {
  const after = signaturesOf(revision);
  for (const [method, { value: before }] of signaturesOf(base)) {
    const { value: now, where } = after.get(method) ?? {};
    if (now === undefined || where === undefined || isAlike(before, now)) continue;
    const [, verb] = method.split(" ");
    changes.add(
      "The client's method",
      "sent",
      `The client's method ${verb} another value: ${now}, not ${before}`,
      where,
    );
  }
}

/** Whether code that uses the first also compiles with the second. A renamed envelope is another field. */
function isAlike(before: string, after: string): boolean {
  const isEnvelope = before.startsWith("its ") && after.startsWith("its ");
  // A list of pages has all that the page has.
  return before === after || after === PAGES || isEnvelope;
}

/** What methods take and return, in words, by the id and the verb. An older contract may have what cannot be built. */
function signaturesOf(document: Document): Map<string, { value: string; where: string }> {
  const contract = built(() => contractOf(document));
  const operations = contract ? operationsOf(contract) : [];
  const signatures = operations.flatMap((operation) => {
    const { operationId: id, method: verb, path } = operation;
    const where = below(below("#/paths", path), verb.toLowerCase());
    const method = contract && built(() => methodOf(contract, operation, { group: "", name: "" }));
    const takes = method?.body && takenBy(method.body);
    return [
      ...(takes ? [[`${id} takes`, { value: takes, where }] as const] : []),
      ...(method ? [[`${id} returns`, { value: returnedBy(method), where }] as const] : []),
    ];
  });
  return new Map(signatures);
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
