import { defaultServer, operations } from "../../generated/contract.js";
import type { Contract, Example, PathItemOperation } from "../contract/model.js";
import type { Guide } from "./guides.js";
import { curlSample, exampleInput, typescriptSample } from "./samples.js";

type Paths<Operation> = Record<string, Record<string, Operation>>;

/** The part of a contract that samples are written into. */
interface WithPaths {
  paths: Paths<{ operationId: string }>;
}

/** A contract with a sample in curl and one in TypeScript for each operation that the generated facts know. */
export function withSamples<Document extends WithPaths>(document: Document): Document {
  const { paths } = document;
  return { ...document, paths: mapOperations(paths, (operation) => ({ ...operation, ...samplesOf(operation) })) };
}

function samplesOf({ operationId }: { operationId: string }) {
  const input = exampleInput(operationId);
  const curl = curlSample(operationId, input);
  const typescript = typescriptSample(operationId, input);
  if (curl === undefined || typescript === undefined) return {};
  return {
    "x-codeSamples": [
      { lang: "curl", source: curl },
      // Redoc highlights TypeScript as JavaScript, and finds a sample by its label.
      { lang: "JavaScript", label: "TypeScript", source: typescript },
    ],
  };
}

/**
 * A copy of the contract, changed so that Redoc shows it best:
 *
 * - it begins with links to the other forms of the page and to the guides;
 * - the server is the one that the samples call: Redoc resolves `{base_url}` against the address of its own page;
 * - each operation begins with its method and path, and ends with the form to try it;
 * - a request body has the one example that the samples send: Redoc's picker would not change them;
 * - a payload that is not specified says so: Redoc writes "No callback payload" where there is no schema.
 */
export function forRedoc(contract: Contract, guides: readonly Guide[]): Contract {
  const { info, paths, webhooks = {}, servers } = withSamples(contract);
  return {
    ...contract,
    info: { ...info, description: [OTHER_FORMS, linksTo(guides), info.description].join("\n\n") },
    servers: servers.map(({ description = "", variables = {} }) => {
      const texts = [description, ...Object.values(variables).map((variable) => variable.description ?? "")];
      return { url: defaultServer, description: texts.map((text) => text.trim()).join("\n\n") };
    }),
    paths: mapOperations(paths, (operation, method, path) => ({
      ...withOneExample(operation),
      description: [
        `<span class="route"><b>${method.toUpperCase()}</b> <code>${path}</code></span>`,
        operation.description.trim(),
        ...(operation.operationId in operations ? [`<try-it operation="${operation.operationId}"></try-it>`] : []),
      ].join("\n\n"),
      ...(operation.callbacks && { callbacks: mapCallbacks(operation.callbacks) }),
    })),
    webhooks: mapOperations(webhooks, withUnspecifiedPayload),
  };
}

const OTHER_FORMS = `This page is also available as [one static page](reference.html) to print and to read without scripts,
as [Markdown](reference.md), and as the contract in [YAML](openapi.yaml) and [JSON](openapi.json).`;

function linksTo(guides: readonly Guide[]): string {
  return `Guides: ${guides.map(({ name, title }) => `[${title}](guides/${name}.html)`).join(", ")}.`;
}

function mapOperations<From, To>(
  paths: Paths<From>,
  change: (operation: From, method: string, path: string) => To,
): Paths<To> {
  return mapValues(paths, (item, path) => mapValues(item, (operation, method) => change(operation, method, path)));
}

function mapCallbacks(callbacks: NonNullable<PathItemOperation["callbacks"]>) {
  return mapValues(callbacks, (callback) => mapOperations(callback, withUnspecifiedPayload));
}

function mapValues<From, To>(record: Record<string, From>, change: (value: From, key: string) => To) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

function withOneExample(operation: PathItemOperation): PathItemOperation {
  const { requestBody } = operation;
  if (!requestBody) return operation;
  const content = mapValues(requestBody.content, (media) => {
    const [first] = Object.entries(media.examples ?? {});
    return first ? { ...media, examples: Object.fromEntries([first]) } : media;
  });
  return { ...operation, requestBody: { ...requestBody, content } };
}

function withUnspecifiedPayload(operation: PathItemOperation): PathItemOperation {
  const { requestBody } = operation;
  if (!requestBody) return operation;
  const content = mapValues(requestBody.content, (media) =>
    Object.keys(media.schema).length > 0 || media.examples ? media : { ...media, examples: UNSPECIFIED },
  );
  return { ...operation, requestBody: { ...requestBody, content } };
}

const UNSPECIFIED: Record<string, Example> = {
  NotSpecified: { summary: "Not specified", value: "Not specified" },
};
