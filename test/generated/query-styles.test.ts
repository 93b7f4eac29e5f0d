import { beforeAll, describe, expect, test } from "vitest";
import { failureOf, nowhere, token } from "../client/examples.js";
import { set } from "../diff/library.js";
import { documentedContract, pointers } from "../worlds/documented.js";
import { type World, worldOf } from "../worlds/world.js";

const colors = { schema: { type: "array", items: { type: "string" } }, example: ["blue", "dark red"] };
const range = { schema: { type: "object", properties: { from: { type: "integer" } } }, example: { from: 1, to: 2 } };

/** Parameters, by name, each with what OpenAPI's own table of styles makes of its example. */
const written: Record<string, [sent: string, parameter: typeof colors | typeof range, style: object]> = {
  repeated: ["repeated=blue&repeated=dark%20red", colors, {}],
  commas: ["commas=blue,dark%20red", colors, { style: "form", explode: false }],
  spaces: ["spaces=blue%20dark%20red", colors, { style: "spaceDelimited", explode: false }],
  pipes: ["pipes=blue|dark%20red", colors, { style: "pipeDelimited", explode: false }],
  fields: ["from=1&to=2", range, {}],
  pairs: ["pairs=from,1,to,2", range, { style: "form", explode: false }],
  deep: ["deep%5Bfrom%5D=1&deep%5Bto%5D=2", range, { style: "deepObject", explode: true }],
};

describe("a generated method writes a parameter of the query as the contract says", () => {
  let world: World;

  beforeAll(async () => {
    const contract = documentedContract();
    const parameters = Object.entries(written).map(([name, [, { schema }, style]]) => {
      return { name, in: "query", description: "A part of the query.", schema, ...style };
    });
    set(`${pointers.list}/parameters`, parameters)(contract);
    world = await worldOf(contract);
  });

  /** The query that a list sends. */
  async function sentFor(query: object): Promise<string | undefined> {
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return new Response(null, { status: 404 });
    };
    const service = world.modules.client.createServiceClient({ baseUrl: nowhere.url, accessToken: token, fetch });
    await failureOf(Object(service).webhooks.list(query));
    return urls[0]?.split("?")[1];
  }

  test.each(Object.entries(written))("%s, and not at all when it is empty", async (name, [sent, { example }]) => {
    expect(await sentFor({ [name]: example })).toBe(sent);
    expect(await sentFor({ [name]: Array.isArray(example) ? [] : {} })).toBeUndefined();
  });
});
