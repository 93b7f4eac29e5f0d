/** First line of every file that is generated. */
export const HEADER = "// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.";
