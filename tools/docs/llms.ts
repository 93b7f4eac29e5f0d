import { JSON_TYPE } from "../contract/bodies.js";
import { type Contract, operationsOf } from "../contract/model.js";
import { accessTokenOf } from "../contract/server-and-token.js";
import type { Call } from "./call-data.js";
import type { Guide } from "./guides.js";
import { firstInput, samplesOf } from "./request-samples.js";

/** `llms.txt`: an overview for language models (https://llmstxt.org). It names what there is as text. */
export function renderLlms(
  contract: Contract,
  calls: Readonly<Record<string, Call>>,
  guides: readonly Guide[],
): string {
  const { info } = contract;
  const operations = operationsOf(contract);
  // A call that reads and changes nothing.
  const call = Object.values(calls).find(({ method }) => method === "GET") ?? Object.values(calls)[0];
  const [curl] = call ? samplesOf(call, firstInput(call)) : [];
  return `# ${info.title}

> ${info.summary} Version ${info.version}.

Every request carries the headers \`${accessTokenOf(contract).header}\` and \`Content-Type: ${JSON_TYPE}\`. "Not
specified" marks what the service's interface document leaves open. A first call, to the sandbox that \`npm run sandbox\`
starts, which accepts any token:

\`\`\`sh
${curl?.code}
\`\`\`

The operations:

${operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`).join("\n")}

## Contract

- [openapi.yaml](openapi.yaml): every operation, field, example and open question; the source of everything else
- [openapi.json](openapi.json): the same as JSON, with samples

## Guides

${guides.map(({ name, title, summary }) => `- [${title}](${name}.md): ${summary}`).join("\n")}

## Optional

- [Reference](index.html): the contract as one page, to read, to print and to try
- [Reference by Redoc](redoc.html): the page that Redocly builds from the contract
`;
}
