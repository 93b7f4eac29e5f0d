import { type Contract, operationsOf } from "../contract/model.js";
import { secretsIn } from "../contract/secret-fields.js";
import { Samples } from "./answer-samples.js";
import { HEADER, listType, objectCode, typeInOperation, within } from "./code.js";
import { comment, docstring } from "./docstrings.js";
import { clientMethodsOf, Names, pathOf, tagOf } from "./names.js";
import type { PagedList } from "./paged-list.js";
import { CLIENT_IMPORTS, HELPERS, SCHEMA_IMPORTS } from "./reserved-names.js";
import { argumentNames, type BodyArgument, type Method, methodOf } from "./signature.js";
import { answerType, inputType, type MethodTypes, Types } from "./types.js";

// Redocly's generate-client accepts custom generators, but its model (2.77, experimental) has no examples, callbacks or
// webhooks. openapi-typescript's Node API returns only syntax trees.

const NEXT_PAGE = `/**
 * Returns the number of the page after this one; \`undefined\` if the service says that there is none, or if this one is
 * empty. TanStack Query takes this function as \`getNextPageParam\`.
 *
 * @param page - A page, as a method that lists returns it.
 * @param number - The number that the page was requested by, if it is not the one that the page itself tells.
 */`;

/**
 * Returns the code of the client's methods: one for each operation, under its tag, with docstrings from the contract.
 *
 * @throws CommandError when the client cannot have a method for an operation. The message names the place.
 */
export function generateMethods(contract: Contract): string {
  const types = new Types(contract);
  const samples = new Samples(contract, new Names([]));
  const groups = groupsOf(contract, types);
  const rendered = groups.map(({ type, description, methods }) => {
    const signatures = methods.map(
      (one) =>
        `${docstring(contract, one.method)}\n${memberName(one.method)}(${argumentsOf(one.method, one.types)}): ${returnType(one.method, one.types, types)};`,
    );
    return {
      declaration: `${comment(description)}\nexport interface ${type} {\n${signatures.join("\n\n")}\n}`,
      code: methods
        .map((one) => `${one.method.name}: ${implementation(contract, one.method, one.types, samples)}`)
        .join(",\n"),
    };
  });
  for (const [name, item] of Object.entries(contract.webhooks ?? {})) types.delivery(name, item);
  const paged = groups
    .flatMap(({ methods }) => methods)
    .flatMap(({ method: { walk }, types: { page } }) => (walk && page ? [{ walk, page }] : []));
  const members = groups.map(({ group, type, description }) => `${comment(description)}\nreadonly ${group}: ${type};`);
  const code = `${types.declarations.join("\n\n")}

${rendered.map(({ declaration }) => declaration).join("\n\n")}

/** The methods of the client, by the tags of the contract. */
export interface Methods {
${members.join("\n")}
}

${samples.constants.length > 0 ? `// A sample of each resource. The client compares the form of answers with it.\n${samples.constants.join("\n")}` : ""}

${paged.map(({ walk, page }) => pagingCode(walk, page)).join("\n")}

${NEXT_PAGE}
export const nextPage: NextPage<${paged.map(({ page }) => page).join(" | ") || "never"}> = /* @__PURE__ */ createNextPage([${paged.map(({ page }) => pagingName(page)).join(", ")}]);

/** Creates the methods from a function that runs calls. */
export function createMethods(run: Run): Methods {
  return {
    ${rendered.map(({ code: inner }, index) => `${groups[index]?.group}: {\n${inner}\n}`).join(",\n")}
  };
}
`;
  return `${HEADER}\n${importsFor(code)}\n\n${code}`;
}

/** The name of a method in an interface, where `new` without quotes would be a constructor. */
function memberName({ name }: Method): string {
  return name === "new" ? JSON.stringify(name) : name;
}

/** The methods under each tag that has any, with the names of their types. */
export function groupsOf(contract: Contract, types: Types) {
  const names = clientMethodsOf(contract);
  const methods = operationsOf(contract).flatMap((operation) => {
    const name = names.get(operation.operationId);
    return name ? [methodOf(contract, operation, name)] : [];
  });
  return contract.tags.flatMap(({ name, description }) => {
    const own = methods.filter(({ operation }) => tagOf(operation) === name);
    const [first] = own;
    if (!first) return [];
    const typed = own.map((method) => ({ method, types: types.of(method) }));
    return [{ group: first.group, type: types.group(name), description, methods: typed }];
  });
}

/** The imports that the code needs, and the helpers of its types. */
function importsFor(code: string): string {
  const helpers = Object.entries(HELPERS).flatMap(([name, helper]) => (code.includes(`${name}<`) ? [helper] : []));
  const identifiers = [...helpers, code].join("\n").replaceAll(/\/\*\*[\s\S]*?\*\/|"(\\.|[^"\\])*"/g, "");
  const imports = Object.entries({ ...CLIENT_IMPORTS, "./schema.js": SCHEMA_IMPORTS }).flatMap(([file, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name.replace(/^type /, "")}\\b`).test(identifiers));
    return used.length > 0 ? [`import { ${used.join(", ")} } from "${file}";`] : [];
  });
  return `${imports.join("\n")}

export type { components, operations, paths } from "./schema.js";

${helpers.join("\n\n")}`;
}

function argumentsOf(method: Method, { path, input, query }: MethodTypes): string {
  const { body, headers } = method;
  const open = body && body.argument === undefined ? body : undefined;
  const options = ["CallOptions"];
  if (open)
    options.push(`{ body${open.required ? "" : "?"}: ${inputType(method)}${open.required ? "" : " | undefined"} }`);
  if (headers.length > 0) options.push(headersType(method));
  const isRequired = (open?.required ?? false) || headers.some(({ required }) => required);
  const all = [
    ...method.path.map(({ argument }, index) => ({ name: argument, type: path[index], required: true })),
    ...(body?.argument ? [{ name: body.argument, type: input, required: body.required }] : []),
    ...(method.query ? [{ name: method.query.argument, type: query, required: method.query.required }] : []),
    { name: "options", type: options.join(" & "), required: isRequired },
  ];
  return all
    .map(({ name, type, required }, index) => {
      if (required) return `${name}: ${type}`;
      // An optional argument cannot stand before one that is required.
      return all.slice(index).some((later) => later.required) ? `${name}: ${type} | undefined` : `${name}?: ${type}`;
    })
    .join(", ");
}

/** The type of the options that hold the headers of an operation. */
function headersType({ operation, headers }: Method): string {
  const all = `NonNullable<${typeInOperation(operation.operationId, "parameters", "header")}>`;
  const fields = headers.map(({ name, required }) => {
    const type = within(all, name);
    return `${JSON.stringify(name)}${required ? `: ${type}` : `?: ${type} | undefined`}`;
  });
  return `{ headers${headers.some(({ required }) => required) ? "" : "?"}: { ${fields.join("; ")} } }`;
}

function returnType(method: Method, { page }: MethodTypes, types: Types): string {
  const { walk } = method;
  return walk && page ? `List<${page}, ${itemType(walk, page, types)}>` : `Call<${types.data(method)}>`;
}

/** The type of the items on a page. */
function itemType({ itemSchema, items }: PagedList, page: string, types: Types): string {
  return types.schema(itemSchema) ?? `${listType(page, [items])}[number]`;
}

/** The function behind a method. */
function implementation(contract: Contract, method: Method, { page }: MethodTypes, samples: Samples): string {
  const { operation, path, body, query, success, walk } = method;
  const { operationId, method: verb, path: route } = operation;
  const inPath = path.map(({ parameter, argument }) => [parameter.name, argument] as const);
  const hasOpenBody = body && body.argument === undefined;
  const names = [...argumentNames(method), "options"];
  const requiresObject = body?.argument !== undefined && body.required && body.isObject;
  const request = objectCode([
    ["id", JSON.stringify(operationId)],
    ["signature", JSON.stringify(`${pathOf(method)}(${names.join(", ")})`)],
    ["method", JSON.stringify(verb)],
    ["path", JSON.stringify(route)],
    ["pathParameters", inPath.length > 0 ? objectCode(inPath) : undefined],
    ["query", query?.argument],
    ["parameters", query && JSON.stringify(query.parameters.map(({ name }) => name))],
    ["isPublic", operation.security?.length === 0 ? "true" : undefined],
    ["input", requiresObject ? JSON.stringify(body.argument) : undefined],
    ["fields", requiresObject ? body.argument : undefined],
    ["body", body && bodyCode(body)],
    ["hasOpenBody", hasOpenBody ? "true" : undefined],
    ["returnedSecrets", secretsCode(contract, success.schema)],
    ["answers", objectCode([[success.status, success.hasBody ? samples.of(success.schema) : "null"]])],
    ["paging", page && pagingName(page)],
    ["idField", walk && walk.idField !== "id" ? JSON.stringify(walk.idField) : undefined],
    ["data", walk ? undefined : dataCode(method)],
  ]);
  const call = walk ? "createList(run, " : "run(";
  return `(${names.join(", ")}) => ${call}${request}, options)`;
}

/** The code of the body of a request. Where an optional one is not given, its envelope is not sent either. */
function bodyCode({ argument = "options?.body", key, required }: BodyArgument): string {
  if (key === undefined) return argument;
  const enveloped = objectCode([[key, argument]]);
  return required ? enveloped : `${argument} && ${enveloped}`;
}

/** The constant that says where the pages of a list have what they tell. */
function pagingCode({ items, pagination }: PagedList, page: string): string {
  return `const ${pagingName(page)} = ${JSON.stringify({ items, pagination })};`;
}

/** The name of that constant, by the type of its pages. */
function pagingName(page: string): string {
  return page.replace(/^./, (first) => first.toLowerCase()).replace(/Page(\d*)$/, "Paging$1");
}

/** The function that returns what a call returns of an answer. */
function dataCode(method: Method): string {
  if (!method.success.hasBody) return "(): void => undefined";
  return `(answer: ${answerType(method)}) => ${within("answer", method.envelope)}`;
}

/** Names of what the contract marks as secrets in bodies; nothing if there are none. */
function secretsCode(contract: Contract, part: object): string | undefined {
  const names = secretsIn(contract, part);
  return names.length > 0 ? JSON.stringify(names) : undefined;
}
