import { describe, expect, test } from "vitest";
import { createServiceClient } from "../../src/client/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { compareWithModel, SEED } from "./model.js";

describe("a sandbox does what the model does, whatever is asked of it, without a violation of the contract", () => {
  test("in process", async () => {
    const sandbox = createSandbox({ seed: SEED });
    const { fetch } = sandbox;
    const service = createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", maxRetries: 0, fetch });
    expect(await compareWithModel(sandbox, service)).toBeGreaterThan(500);
  });

  test("over HTTP", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: SEED });
    const service = createServiceClient({ baseUrl: sandbox.url, accessToken: "any", maxRetries: 0 });
    expect(await compareWithModel(sandbox, service)).toBeGreaterThan(500);
  });
});
