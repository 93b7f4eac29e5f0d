/** The chapters of the description that the docs name, or link to: a contract has each of them. */
export const CHAPTERS = {
  baseUrl: "Base URL",
  authentication: "Authentication",
  errors: "Errors",
  paging: "Paging and limits",
  versioning: "Versioning",
  questions: "Open questions",
} as const;
