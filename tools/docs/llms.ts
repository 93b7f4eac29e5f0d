import { accessTokenHeader } from "../../generated/contract.js";
import { type Contract, operationsOf } from "../generate/openapi.js";
import { headingAnchor } from "./markdown.js";

/** `llms.txt`: where a language model, or a person in a hurry, finds what (https://llmstxt.org). */
export function renderLlms(contract: Contract): string {
  const { info } = contract;
  const operations = operationsOf(contract).map(
    ({ method, path, summary }) => `- [${summary}](reference.md#${headingAnchor(summary)}): \`${method} ${path}\``,
  );
  return `# ${info.title}

> ${info.summary} Version ${info.version}.

Every request carries the headers \`${accessTokenHeader}\` and \`Content-Type: application/json\`. What is marked "Not
specified" is left open by the service's interface document.

## Reference

- [The whole reference as Markdown](reference.md): guides, operations, fields, examples, and what is not specified
- [The whole reference as one static page](reference.html): the same, to be read and printed
- [OpenAPI contract as YAML](openapi.yaml): as it was written
- [OpenAPI contract as JSON](openapi.json): the same, with samples in curl and TypeScript

## Operations

${operations.join("\n")}
`;
}
