import { expect, test } from "vitest";
import { nowhere, token } from "../client/examples.js";
import { set } from "../diff/library.js";
import { documentedContract } from "../worlds/documented.js";
import { worldOf } from "../worlds/world.js";

const PATH = "/notes";
const MERGE_PATCH = "application/merge-patch+json";

/** An operation that takes a body of one media type, and answers with nothing. */
function taking(operationId: string, mediaType: string): object {
  const schema = { type: "object", properties: { text: { type: "string" } } };
  return {
    ...{ operationId, tags: ["Notes"], summary: "Send a note", description: "Made for a test." },
    requestBody: { required: true, content: { [mediaType]: { schema } } },
    responses: { 204: { description: "It is sent." } },
  };
}

test("both clients send a body in the kind of JSON that the contract takes, and the raw one in another if it is told to", async () => {
  const contract = documentedContract();
  set(`/paths/~1notes`, { patch: taking("change", MERGE_PATCH), put: taking("replace", "application/json") })(contract);
  const { client, http } = (await worldOf(contract)).modules;
  const types: unknown[] = [];
  const options = { baseUrl: nowhere.url, accessToken: token };
  const service = client.createServiceClient({
    ...options,
    fetch: async (_, { headers }) => {
      types.push(headers["content-type"]);
      return new Response(null, { status: 204 });
    },
  });
  const raw = http.createHttpClient({
    ...options,
    fetch: async ({ headers }) => {
      types.push(headers.get("Content-Type"));
      return new Response(null, { status: 204 });
    },
  });
  const call = { body: { text: "first" } };
  await Object(Reflect.get(service, "notes")).change(call.body);
  await Object(raw).PATCH(PATH, call);
  await Object(raw).request("patch", PATH, call);
  await Object(raw).PUT(PATH, call);
  await Object(raw).PATCH(PATH, { ...call, headers: { "content-type": "application/json" } });
  expect(types).toEqual([MERGE_PATCH, MERGE_PATCH, MERGE_PATCH, "application/json", "application/json"]);
});
