import type { Collection } from "../../src/contract-types.js";
import { envelopeOf, jsonSchema } from "../../tools/contract/bodies.js";
import { operationsOf } from "../../tools/contract/model.js";
import { successOf } from "../../tools/contract/success.js";
import { Caller } from "./caller.js";
import { inAnswer } from "./in-answer.js";
import type { World } from "./world.js";

// What holds for every contract. Each function returns what does not hold in a world.

/** Everything below: a world is answered, remembered, called, walked and documented. */
export async function wrongIn(world: World): Promise<string[]> {
  const laws = [wrongAnswers, wrongMemory, wrongCalls, wrongWalks];
  const wrong: string[] = [];
  for (const law of laws) wrong.push(...(await law(world)));
  return [...wrong, ...missingInReference(world)];
}

/** Every answer of the sandbox to an example matches the contract. */
async function wrongAnswers(world: World): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, path } of Object.values(world.modules.contract.operations)) {
    const { fetch } = world.modules.sandbox.createSandbox();
    const caller = new Caller(world, fetch);
    const values = await caller.pathTo(path);
    const collection = world.modules.contract.collections.find(({ update }) => update === id);
    if (collection) await caller.call(collection.create, values);
    wrong.push(...(await caller.call(id, values)).wrong);
  }
  return wrong;
}

/** Every collection remembers: an item is created, read, listed, changed, acted on, deleted, and then not found. */
async function wrongMemory(world: World): Promise<string[]> {
  const wrong = await Promise.all(world.modules.contract.collections.map((collection) => wrongLife(world, collection)));
  return wrong.flat();
}

async function wrongLife(world: World, collection: Collection): Promise<string[]> {
  const { operation } = world.modules.contract;
  const { idField, idParameter, name } = collection;
  const caller = new Caller(world, world.modules.sandbox.createSandbox({ seed: 2 }).fetch);
  const parents = await caller.pathTo(collection.path);
  const wrong: string[] = [];
  const expect = (holds: boolean, what: string) => holds || wrong.push(`${name}: ${what}`);
  const listed = async () => (await caller.list(collection, parents)).map((item) => item[idField]);
  const before = await listed();
  const created = await caller.call(collection.create, parents);
  const after = await listed();
  expect(after.length === before.length + 1, `${before.length} items became ${after.length} by a creation`);
  const id = after.find((one) => !before.includes(one));
  const holdsItem = operation(collection.create).answer.holds === "item";
  const item = inAnswer(operation(collection.create), created.body);
  expect(!holdsItem || Object(item)[idField] === id, `the list has ${id}, but create answered ${JSON.stringify(item)}`);
  if (idParameter === undefined) return wrong;
  const on = async (role: string) => {
    const { body } = await caller.call(role, { ...parents, [idParameter]: id });
    const same = operation(role).answer.holds !== "item" || Object(inAnswer(operation(role), body))[idField] === id;
    expect(same, `${role} answers with another item: ${JSON.stringify(body)}`);
    return inAnswer(operation(role), body);
  };
  if (collection.get && holdsItem) {
    const read = await on(collection.get);
    const { names } = operation(collection.get).answer;
    const kept = Object.fromEntries(Object.entries(Object(item)).filter(([field]) => names?.includes(field) ?? true));
    expect(JSON.stringify(read) === JSON.stringify(kept), `get answers ${JSON.stringify(read)}`);
  }
  const { actions = [] } = collection;
  for (const role of [collection.replace, collection.patch, ...actions]) if (role) await on(role);
  if (collection.delete === undefined) return wrong;
  await on(collection.delete);
  for (const action of actions) {
    const { status } = await caller.call(action, { ...parents, [idParameter]: id });
    expect(status === 404, `after the deletion, ${action} is answered with ${status}`);
  }
  expect(!(await listed()).includes(id), "a deleted item is listed");
  const { status } = await caller.call(collection.delete, { ...parents, [idParameter]: id });
  expect(status === 404, `a second deletion is answered with ${status}`);
  return wrong;
}

/** Every method of the client returns what was answered, without an envelope that holds nothing else. */
async function wrongCalls(world: World): Promise<string[]> {
  const { client, sandbox, contract, samples } = world.modules;
  const wrong: string[] = [];
  for (const [id, operation] of Object.entries(contract.operations)) {
    const server = sandbox.createSandbox();
    const caller = new Caller(world, server.fetch);
    const path = { ...samples.exampleInput(id).path, ...(await caller.pathTo(operation.path)) };
    const collection = contract.collections.find(({ update }) => update === id);
    if (collection) await caller.call(collection.create, path);
    let answered: unknown;
    const service = client.createServiceClient({
      baseUrl: "http://sandbox.test",
      ...tokenFor(world),
      fetch: async (url, init) => {
        const hasToken = contract.accessToken.header.toLowerCase() in init.headers;
        if (hasToken && operationIn(world, id)?.security?.length === 0) wrong.push(`${id} is sent with a token`);
        const response = await server.fetch(url, init);
        const text = await response.clone().text();
        answered = text === "" ? undefined : JSON.parse(text);
        return response;
      },
    });
    const [group = "", name = ""] = contract.clientMethods[id] ?? [];
    const methods: unknown = Reflect.get(service, group);
    const method: unknown = Reflect.get(Object(methods), name);
    if (typeof method !== "function") return [`the client has no ${group}.${name}`];
    try {
      const input = samples.argumentsOf(operation, { ...samples.exampleInput(id), path });
      const result: unknown = await Reflect.apply(method, methods, input);
      const expected = JSON.stringify(withoutEnvelope(world, id, answered));
      if (JSON.stringify(result) !== expected)
        wrong.push(`${group}.${name}: ${JSON.stringify(result)}, not ${expected}`);
    } catch (error) {
      wrong.push(`${group}.${name}: ${error} ${JSON.stringify(answered)}`);
    }
  }
  return wrong;
}

/** The access token for a client, where the contract requires one. */
function tokenFor({ modules }: World): { accessToken: string } {
  return Object(modules.contract.accessToken.isOptional ? {} : { accessToken: "any" });
}

function operationIn({ contract }: World, id: string) {
  return operationsOf(contract).find(({ operationId }) => operationId === id);
}

/** An answer without the envelope that the contract puts around its only field. */
function withoutEnvelope(world: World, id: string, body: unknown): unknown {
  const { contract } = world;
  const operation = operationIn(world, id);
  const envelope = operation && envelopeOf(contract, jsonSchema(successOf(operation).response));
  return envelope === undefined ? body : Object(body)[envelope];
}

/** Every list whose method walks pages is walked to its end, once each item, and so it is by `nextPage`. */
async function wrongWalks(world: World): Promise<string[]> {
  const { client, sandbox, contract, samples } = world.modules;
  const wrong: string[] = [];
  for (const collection of contract.collections) {
    const { list, query, idField, create } = collection;
    if (!query.page || !query.size) continue;
    const { fetch } = sandbox.createSandbox();
    const caller = new Caller(world, fetch);
    const example = samples.exampleInput(list);
    const path = { ...example.path, ...(await caller.pathTo(collection.path)) };
    for (let count = 0; count < 3; count++) await caller.call(create, path);
    const service = client.createServiceClient({ baseUrl: "http://sandbox.test", ...tokenFor(world), fetch });
    const [group = "", name = ""] = contract.clientMethods[list] ?? [];
    const operation = contract.operation(list);
    const required = operation.parameters.filter((parameter) => parameter.in === "query" && parameter.required);
    const asked = Object.fromEntries(required.map((parameter) => [parameter.name, example.query[parameter.name]]));
    const input = { ...example, path, query: { ...asked, [query.size]: 2 } };
    const methods = Reflect.get(service, group);
    const call = (from: typeof input): AsyncIterable<unknown> =>
      Reflect.apply(Reflect.get(methods, name), methods, samples.argumentsOf(operation, from));
    const walked = call(input);
    if (!(Symbol.asyncIterator in walked)) continue;
    const ids: unknown[] = [];
    for await (const item of walked) ids.push(Object(item)[idField]);
    const all = (await caller.list(collection, path)).map((item) => item[idField]);
    if (JSON.stringify(ids) !== JSON.stringify(all)) wrong.push(`${list} walks ${ids}, not ${all}`);
    const led: unknown[] = [];
    for (let number: number | undefined = 1; number !== undefined; ) {
      const page = await call({ ...input, query: { ...input.query, [query.page]: number } });
      led.push(...Array.from(Object(inAnswer(operation, page)), (item) => Object(item)[idField]));
      number = Reflect.apply(client.nextPage, undefined, [page, [], number]);
    }
    if (JSON.stringify(led) !== JSON.stringify(all)) wrong.push(`nextPage() leads through ${led}, not ${all}`);
  }
  return wrong;
}

/** The reference names every operation, and every parameter and field of it. */
function missingInReference(world: World): string[] {
  const { contract, chapters, render } = world.modules;
  const reference = String(render.renderChapters(chapters.chaptersOf(world.contract))).replace(/<[^>]*>/g, "");
  return Object.values(contract.operations).flatMap(({ method, path, parameters, body }) => {
    const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.fields ?? {})];
    return [`${method} ${path}`, ...names].filter((text) => !reference.includes(text));
  });
}
