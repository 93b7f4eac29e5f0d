/** First line of every file that is generated. */
export const HEADER = "// Written by `npm run generate` from openapi.yaml. Never edit it: change the contract.";
