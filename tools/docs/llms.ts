import { accessToken } from "../../generated/contract.js";
import { type Contract, operationsOf } from "../contract/model.js";
import type { Guide } from "./guides.js";
import { headingAnchor } from "./markdown.js";

/** `llms.txt`: an overview for language models (https://llmstxt.org). */
export function renderLlms(contract: Contract, guides: readonly Guide[]): string {
  const { info } = contract;
  const operations = operationsOf(contract).map(
    ({ method, path, summary }) => `- [${summary}](reference.md#${headingAnchor(summary)}): \`${method} ${path}\``,
  );
  return `# ${info.title}

> ${info.summary} Version ${info.version}.

Every request carries the headers \`${accessToken.header}\` and \`Content-Type: application/json\`. "Not specified"
marks what the service's interface document leaves open.

## Reference

- [Reference as Markdown](reference.md): guides, operations, fields, examples, and what is not specified
- [Reference as one static page](reference.html): the same, to read and to print
- [OpenAPI contract as YAML](openapi.yaml): the source of everything else
- [OpenAPI contract as JSON](openapi.json): the same, with samples in curl and TypeScript

## Guides

${guides.map(({ name, title, summary }) => `- [${title}](guides/${name}.md): ${summary}`).join("\n")}

## Operations

${operations.join("\n")}
`;
}
