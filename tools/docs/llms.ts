import { accessToken, defaultServer } from "../../generated/contract.js";
import { type Contract, type Operation, operationsOf } from "../contract/model.js";
import { operationAnchor } from "./anchors.js";
import { callsOf } from "./calls.js";
import type { Chapter } from "./chapter.js";
import { plain } from "./escape.js";
import type { Guide } from "./guides.js";
import { markdownAnchors } from "./reference-markdown.js";
import { firstInput, samplesOf } from "./request-samples.js";

/** `llms.txt`: an overview for language models (https://llmstxt.org). */
export function renderLlms(contract: Contract, chapters: readonly Chapter[], guides: readonly Guide[]): string {
  const { info } = contract;
  const anchors = markdownAnchors(chapters);
  const operations = operationsOf(contract);
  const linkTo = (operation: Operation) => {
    const { method, path, summary } = operation;
    return `- [${plain(summary)}](reference.md#${anchors.get(operationAnchor(operation))}): \`${method} ${path}\``;
  };
  return `# ${plain(info.title)}

> ${info.summary} Version ${info.version}.

Every request carries ${accessToken.isOptional ? "the header" : `the headers \`${accessToken.header}\` and`} \`Content-Type: application/json\`. "Not specified"
marks what the service's interface document leaves open. A first call, to the sandbox that \`npm run sandbox\` starts on
\`${defaultServer}\`, which accepts any token:

${firstCall(contract)}

## Guides

${guides.map(({ name, title, summary }) => `- [${title}](guides/${name}.md): ${summary}`).join("\n")}

## Reference

- [Reference as Markdown](reference.md): guides, operations, fields, examples, and what is not specified
- [OpenAPI contract as YAML](openapi.yaml): the source of everything else

## Operations

${operations.map(linkTo).join("\n")}

## Optional

- [Reference as one page](index.html): the same as the Markdown, to read, to print and to try
- [Reference by Redoc](redoc.html): the page that Redocly builds from the contract
- [OpenAPI contract as JSON](openapi.json): the same as the YAML, with samples in curl, TypeScript, Python and Go
`;
}

/** A call that reads and changes nothing, indented as code: headings and lists are all that the format allows. */
function firstCall(contract: Contract): string {
  const calls = Object.values(callsOf(contract));
  const call = calls.find(({ method }) => method === "GET") ?? calls[0];
  const [curl] = call ? samplesOf(call, firstInput(call)) : [];
  return `\`\`\`sh\n${curl?.code}\n\`\`\``;
}
