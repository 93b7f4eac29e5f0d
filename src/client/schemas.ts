export * from "../../generated/schemas.js";
export type { Issue, StandardSchema } from "../standard-schema.js";
