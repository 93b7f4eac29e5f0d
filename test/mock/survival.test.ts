import { Agent } from "node:http";
import { afterAll, expect, inject, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { type RawRequest, sendRaw } from "../sandbox/raw-request.js";

const agent = new Agent({ keepAlive: true, maxSockets: 50 });
afterAll(() => agent.destroy());

const token = { [accessToken.header]: "<ACCESS_TOKEN>" };
const { path, status } = operations.listWebhooks;
const good = { path };

/** Sends a request with a token; returns the status. */
const send = async (sent: RawRequest) => (await sendRaw(inject("mockUrl"), { headers: token, ...sent }, agent)).status;

/** Requests that Prism throws at, where it catches nothing. */
const MALFORMED: RawRequest[] = [
  ...["/%", "/100%", "/%zz", "/%ff", "/%E0%A4%A", "/%?limit=%"].map((end) => ({ path: good.path + end })),
  ...["*", "json"].map((Accept) => ({ ...good, headers: { ...token, Accept } })),
  { ...good, headers: { ...token, "Content-Type": "json" } },
];

test("the mock survives 500 malformed requests at the same time, between good ones: each is answered, and no good one is lost", async () => {
  const requests = Array.from({ length: 500 }, (_, index) => MALFORMED[index % MALFORMED.length] ?? good);
  const mixed = requests.flatMap((request) => [send(good), send(request)]);
  expect(await Promise.all(mixed)).toEqual(requests.flatMap(() => [status, 400]));
});
