import { basePath, operations } from "../../generated/contract.js";
import type { Operation } from "../contract-types.js";

/** Sections of the interface document that describe operations, by method and path below the version. */
const OPERATIONS: Readonly<Record<string, string>> = {
  "POST /oauth/access_token": "§4.1",
  "GET /webhooks": "§4.2",
  "POST /webhooks": "§4.3",
  "PUT /webhooks": "§4.4",
  "GET /webhooks/{}": "§4.5",
  "DELETE /webhooks/{}": "§4.6",
  "POST /internal/webhooks/deliver": "§4.7",
};

/** Sections of the interface document that list the fields of resources, by resource. */
const RESOURCES: Readonly<Record<string, string>> = {
  OAuth: "§2.1",
  Webhook: "§2.2",
  Pagination: "§2.3",
  DeletionResult: "§2.4",
};

/** Sections of the interface document about all operations. */
const SUBJECTS = { mediaType: "§1", deletion: "§2.4", status: "§4", authentication: "§5", limits: "§8" } as const;

/** The operation that returns secrets for an access token, and changes nothing that others have. */
export const EXCHANGE = Object.values(operations).find((each) => describedIn(each) === "§4.1")?.id ?? "";

/** Where an operation is described: in the document, or in the contract if the document does not have it. */
export function sectionOf(operation: Operation, about?: keyof typeof SUBJECTS): string {
  const own = describedIn(operation);
  if (own === undefined) return `openapi.yaml, ${operation.id}`;
  return about === undefined ? own : `${own}, ${SUBJECTS[about]}`;
}

/** Where the fields of a resource are listed. */
export function sectionOfResource(resource: string): string {
  return RESOURCES[resource] ?? `openapi.yaml, ${resource}`;
}

/** Whether the document lists the fields of a resource. Only there does this project's reading of the document count. */
export function isDocumented(resource: string | undefined): boolean {
  return resource !== undefined && resource in RESOURCES;
}

/** The section that describes an operation. It calls the version and the path parameters as it likes. */
export function describedIn({ method, path }: Operation): string | undefined {
  return OPERATIONS[`${method} ${path.replace(basePath, "").replace(/\{[^}]+\}/g, "{}")}`];
}
