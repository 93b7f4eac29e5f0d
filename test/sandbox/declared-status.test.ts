import { expect, test } from "vitest";
import { type Operation, operations } from "../../generated/contract.js";
import { refusedReply } from "../../src/sandbox/declared-reply.js";
import { Problem } from "../../src/sandbox/reply.js";

// As with the mock, the first status that the contract declares for a request that is not valid is the one that it gets.
test.each([
  [422, ["400", "422"], 422],
  [422, ["400"], 400],
  [422, ["4XX"], 422],
  [422, ["404", "default"], 422],
  [415, ["400", "422"], 422],
  [415, ["400", "415"], 415],
  [404, ["400"], 404],
])("a request that would get %d, where the contract declares %j, gets %d", (status, declared, expected) => {
  const responses = Object.fromEntries(declared.map((name): [string, Operation["responses"][string]] => [name, {}]));
  const operation = { ...operations.createWebhook, responses };
  expect(refusedReply(new Problem(status, "It is wrong."), operation, () => {}).status).toBe(expected);
});
