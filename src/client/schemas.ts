export * from "../../generated/standard-schemas.js";
export type { Issue, StandardSchema } from "../standard-schema.js";
