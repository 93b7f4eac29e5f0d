import type { Collection, Operation, Parameter } from "../../src/contract-types.js";
import { operationsOf } from "../../tools/contract/model.js";
import { successOf } from "../../tools/contract/success.js";
import { inAnswer } from "./in-answer.js";
import type { World } from "./world.js";

/** Values of path parameters, by name. */
export type PathValues = Readonly<Record<string, unknown>>;

/** A request for an operation, and what the contract's own check says about the answer. */
export interface Exchange {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  /** What is wrong with the answer; empty if nothing is. */
  readonly wrong: readonly string[];
}

/** Calls the operations of a world, each with the example of its contract. */
export class Caller {
  readonly #world: World;
  readonly #fetch: typeof globalThis.fetch;

  constructor(world: World, fetch: typeof globalThis.fetch) {
    this.#world = world;
    this.#fetch = fetch;
  }

  /** Sends the example of an operation, with these values in its path instead of their examples, and in its query. */
  async call(id: string, path: PathValues = {}, query: Readonly<Record<string, string>> = {}): Promise<Exchange> {
    const { accessToken, details, operation, requestExamples } = this.#world.modules.contract;
    const called = operation(id);
    const required = (place: Parameter["in"]) =>
      called.parameters
        .filter((one) => one.in === place && one.required)
        .map(({ name }) => [name, `${details[id]?.parameters[name]}`]);
    const values = { ...Object.fromEntries(required("path")), ...path };
    const filled = called.path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
    const body = requestExamples[id];
    const search = new URLSearchParams({ ...Object.fromEntries(required("query")), ...query });
    const response = await this.#fetch(`http://sandbox.test${filled}?${search}`, {
      method: called.method,
      headers: {
        ...Object.fromEntries(required("header")),
        [accessToken.header]: `${accessToken.prefix}any`,
        "Content-Type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const wrong = [...this.#wrongIn(called, response.status, text), ...this.#missingIn(called, response)];
    return {
      status: response.status,
      body: text === "" ? undefined : JSON.parse(text),
      headers: response.headers,
      wrong: wrong.map((what) => `${called.method} ${filled}: ${what}`),
    };
  }

  /** The headers that the contract requires of an answer, and that it lacks. */
  #missingIn({ id }: Operation, { headers }: Response): string[] {
    const declared = operationsOf(this.#world.contract).flatMap((operation) =>
      operation.operationId === id ? Object.entries(successOf(operation).response.headers ?? {}) : [],
    );
    const missing = declared.filter(([name, { required }]) => required && !headers.has(name));
    return missing.map(([name]) => `it has no ${name}`);
  }

  #wrongIn({ id, answer }: Operation, status: number, text: string): string[] {
    if (status !== answer.status) return [`status ${status}, not ${answer.status}: ${text}`];
    if (!answer.keys) return text === "" ? [] : [`it has a body: ${text}`];
    const check = this.#world.modules.validators.responses[id];
    return !check || check(JSON.parse(text)) ? [] : [`${JSON.stringify(check.errors?.[0])} in ${text}`];
  }

  /** The items that a list answers with. */
  async list({ list }: Collection, path?: PathValues): Promise<Record<string, unknown>[]> {
    const { body } = await this.call(list, path);
    return Object(inAnswer(this.#world.modules.contract.operation(list), body));
  }

  /** Creates the items that a path names, and returns their ids. */
  async pathTo(path: string): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    const { collections } = this.#world.modules.contract;
    for (const collection of [...collections].sort((a, b) => a.path.length - b.path.length)) {
      const below = `${collection.path}/{`;
      if (!path.startsWith(below)) continue;
      const [parameter = ""] = path.slice(below.length).split("}");
      await this.call(collection.create, values);
      values[parameter] = (await this.list(collection, values)).at(-1)?.[collection.idField];
    }
    return values;
  }
}
