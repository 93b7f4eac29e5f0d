import type { Document } from "./copy.js";

const field = (schema: object, example: unknown) => ({ ...schema, description: "What it is.", examples: [example] });

/** A failure whose body has the schema of this name, and this example. */
function failure(name: string, value: object, type = "application/json") {
  const schema = { $ref: `#/components/schemas/${name}` };
  return { description: "It failed.", content: { [type]: { schema, examples: { One: { summary: "One", value } } } } };
}

/** The operations of a contract. */
export function operationsOf({ paths }: Document): Document[] {
  return Object.values<Document>(paths).flatMap((item) => Object.values<Document>(item));
}

/**
 * Declares failures of every operation, and no others: by status, by range and by default, with and without a body, in
 * two forms.
 */
export function declareFailures(document: Document): void {
  const { schemas } = document.components;
  const text = field({ type: "string" }, "It failed.");
  schemas.Problem = {
    ...{ type: "object", description: "What went wrong.", required: ["message"] },
    properties: {
      message: text,
      errors: { type: "array", description: "Where.", items: { type: "object", description: "One place." } },
    },
  };
  schemas.Fault = {
    ...{ type: "object", description: "A fault.", required: ["detail", "status", "errors"] },
    properties: {
      detail: { ...text, maxLength: 60 },
      status: field({ type: "integer" }, 500),
      errors: { type: "array", description: "Where.", items: { type: "object", description: "One place." } },
    },
  };
  const errors = [{ field: "address", message: "is no URL" }];
  for (const { responses } of operationsOf(document)) {
    for (const status of Object.keys(responses)) if (!status.startsWith("2")) delete responses[status];
    responses[401] = { description: "There is no token." };
    responses[404] = failure("Problem", { message: "There is none." });
    responses[422] = failure("Problem", { message: "It is not valid.", errors });
    responses["4XX"] = failure("Fault", { detail: "No.", status: 400, errors: [] }, "application/problem+json");
    responses.default = failure("Fault", { detail: "No.", status: 500, errors: [] });
  }
}

/** Declares a header of every response. */
export function declareHeader(document: Document): void {
  const header = { description: "Which request it was.", required: true, schema: { type: "integer" }, example: 7 };
  for (const { responses } of operationsOf(document))
    for (const response of Object.values<Document>(responses)) response.headers = { "X-Request-Id": header };
}

/** Makes 201 the status of success of every operation that creates. */
export function answerCreated(document: Document): void {
  for (const { operationId, responses } of operationsOf(document)) {
    if (!operationId.startsWith("create") || !(200 in responses)) continue;
    responses[201] = responses[200];
    delete responses[200];
  }
}
