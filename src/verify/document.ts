import type { Operation } from "../contract.js";

/** Sections of the interface document that describe operations, by operation. */
const OPERATIONS: Readonly<Record<string, string>> = {
  exchangeAccessToken: "§4.1",
  listWebhooks: "§4.2",
  createWebhook: "§4.3",
  updateWebhook: "§4.4",
  getWebhook: "§4.5",
  deleteWebhook: "§4.6",
  deliverWebhook: "§4.7",
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
export const EXCHANGE = "exchangeAccessToken";

/** What a section is about, by a short name. */
export type Subject = keyof typeof SUBJECTS;

/** Where an operation is described: in the document, or in the contract if the document does not have it. */
export function sectionOf({ id }: Operation, about?: Subject): string {
  const own = OPERATIONS[id];
  if (own === undefined) return `openapi.yaml, ${id}`;
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

/** Whether the document describes an operation. */
export function isDescribed({ id }: Operation): boolean {
  return id in OPERATIONS;
}
