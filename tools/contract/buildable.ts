import { CommandError } from "../../src/cli/command.js";
import { CHAPTERS } from "./chapters.js";
import { type Contract, contractOf, operationsOf } from "./model.js";
import { unreadIn } from "./openapi-subset.js";
import { operationRefusals } from "./operation-refusals.js";
import { CONTRACT, type Document } from "./reader.js";
import { unregisteredIn } from "./register.js";
import { defaultServerOf, listenerAt } from "./server-and-token.js";

/**
 * The contract in a document, if everything can be built from it: types, client, sandbox, verify and docs. What is built is
 * listed in `openapi-subset.ts`.
 *
 * @throws CommandError when something cannot be built. The message names the place, and says what to do.
 */
export function buildableContract(document: Document): Contract {
  const contract = contractOf(document);
  const refused = operationsOf(contract).flatMap((operation) => {
    const place = operation.operationId || `${operation.method} ${operation.path}`;
    return operationRefusals(contract, operation).map((reason) => `${place}: ${reason}`);
  });
  const [first] = [
    ...unreadIn(document),
    ...serverRefusals(contract),
    ...tokenRefusals(contract),
    ...schemaRefusals(contract),
    ...refused,
    ...chapterRefusals(contract),
    ...unregisteredIn(contract),
  ];
  if (first !== undefined) throw new CommandError(`${CONTRACT}: ${first}.`);
  listenerAt(defaultServerOf(contract));
  return contract;
}

function serverRefusals({ servers }: Contract): string[] {
  return servers.length > 1 ? ["servers: write one, which the client, the sandbox and the docs share"] : [];
}

function tokenRefusals({ components }: Contract): string[] {
  const [scheme, ...others] = Object.values(components.securitySchemes);
  const isKey = scheme?.type === "apiKey" && scheme.in === "header" && others.length === 0;
  return isKey ? [] : ["components/securitySchemes: write one, an API key in a header"];
}

function chapterRefusals({ info }: Contract): string[] {
  const lines = info.description.split("\n");
  const missing = Object.values(CHAPTERS).filter((title) => !lines.includes(`# ${title}`));
  return missing.map((title) => `info/description: write the chapter "# ${title}", to which the docs link`);
}

function schemaRefusals({ components }: Contract): string[] {
  return Object.keys(components.schemas)
    .filter((name) => !/^[A-Z]\w*$/.test(name))
    .map((name) => `components/schemas/${name} is no name of a type: write a word that begins with a capital`);
}
