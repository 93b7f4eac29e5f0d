// @ts-check
// llms.txt: where a language model, or a person in a hurry, finds what (https://llmstxt.org).

/** @import { Contract, Operation } from "./contract.d.ts" */

/**
 * @param {Contract} contract
 * @param {Operation[]} operations
 */
export function renderLlms({ info }, operations) {
  const lines = operations.map(({ method, path, summary }) => `- ${summary}: \`${method} ${path}\``);
  return `# ${info.title}

> ${info.summary} Version ${info.version}.

Every request carries the headers \`X-Service-Access-Token\` and \`Content-Type: application/json\`. What is marked "Not
specified" is left open by the service's interface document.

## Reference

- [The whole reference as Markdown](reference.md): guides, operations, fields, examples, and what is not specified
- [OpenAPI contract as YAML](openapi.yaml): as it was written
- [OpenAPI contract as JSON](openapi.json): the same, bundled

## Operations

${lines.join("\n")}
`;
}
