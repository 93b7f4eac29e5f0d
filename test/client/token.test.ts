// The access token: where it comes from, and what happens to one that is refused.
import { describe, expect, test, vi } from "vitest";
import { accessToken as carrier } from "../../generated/contract.js";
import {
  createServiceClient,
  type ServiceClient,
  ServiceTokenError,
  type TokenRequest,
} from "../../src/client/index.js";
import { example } from "../readme/readme.js";
import { answer, type Fault, type FaultServer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, found, input, item, nowhere, ok, token, tokenIn } from "./examples.js";

const tokensAt = (server: FaultServer) => server.arrivals.map(({ headers }) => tokenIn(headers));

test("a function is asked for the token before every try", async () => {
  await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
  const accessToken = vi.fn(async () => "second").mockResolvedValueOnce("first");
  await clientOf(server, { accessToken }).get(1001);
  expect(tokensAt(server)).toEqual(["first", "second"]);
});

test("without an accessToken, no header is sent, and the error of a 401 says so", async () => {
  await using server = await startFaultServer(answer(401, {}));
  const failure = await failureOf(clientOf(server, { accessToken: undefined }).get(1001));
  expect(server.arrivals[0]?.headers).not.toHaveProperty(carrier.header.toLowerCase());
  expect(failure.message).toContain("status 401, and no access token was sent: GET ");
  expect((await failureOf(clientOf(server).get(1))).message).toContain("status 401: GET ");
});

test.each<unknown>(["", `${token}\r\nX-Injected: 1`, ` ${token}`, `${token}…`, null, 7])(
  "a token that cannot be sent is refused, and not quoted: %o",
  async (unusable) => {
    const refusal = "accessToken must be a string that is valid in a header, or a function";
    expect(() => clientOf(nowhere, Object({ accessToken: unusable }))).toThrow(new TypeError(refusal));
    const [fetch, onTry] = [vi.fn(), vi.fn()];
    const failure = await failureOf(
      clientOf(nowhere, Object({ accessToken: async () => unusable, fetch, onTry })).get(1),
    );
    expect(failure).toBeInstanceOf(ServiceTokenError);
    expect(failure.message).not.toContain(token);
    expect([fetch.mock.calls.length, onTry.mock.calls.length]).toEqual([0, 0]);
  },
);

describe("function for the token", () => {
  test("a token function that throws makes the call reject with its error", async () => {
    const closed = new Error("The vault is closed");
    expect(await failureOf(clientOf(nowhere, { accessToken: () => Promise.reject(closed) }).get(1))).toBe(closed);
  });

  test("a token function that never returns makes the call end at its timeout, and learns that from its signal", async () => {
    const fetch = vi.fn();
    const accessToken = vi.fn((_: TokenRequest) => new Promise<string>(() => undefined));
    const failure = await failureOf(clientOf(nowhere, { accessToken, fetch }).create(input, { timeout: 20 }));
    expect(failure.name).toBe("ServiceTimeoutError");
    expect(accessToken.mock.calls[0]?.[0].signal.aborted).toBe(true);
    expect(fetch).not.toHaveBeenCalled();
  });

  test("a token function that calls its own client is refused", async () => {
    const service = clientOf(nowhere, { accessToken: async () => String(await service.list()) });
    expect(await failureOf(service.get(1))).toEqual(new TypeError("accessToken must not use its own client"));
  });
});

describe("token that is refused", () => {
  const refusing: Fault = (response, request) =>
    (tokenIn(request.headers) === "old" ? answer(401, found) : ok)(response, request);

  /** A function that keeps its token until the service refuses it, and the refusals that it was told. */
  function vault() {
    const told: (string | undefined)[] = [];
    let kept = "old";
    const accessToken = async ({ refused }: TokenRequest) => {
      told.push(refused);
      if (refused === kept) kept = "new";
      return kept;
    };
    return { told, accessToken };
  }

  test("after a 401, the function learns which token was refused, and a GET is tried once more with the next one", async () => {
    await using server = await startFaultServer(refusing);
    const { told, accessToken } = vault();
    expect(await clientOf(server, { accessToken }).get(1)).toEqual(item);
    expect(told).toEqual([undefined, "old"]);
    expect(tokensAt(server)).toEqual(["old", "new"]);
  });

  test("after a 401, a POST ends, and the next call tells the function which token was refused", async () => {
    await using server = await startFaultServer(refusing);
    const { told, accessToken } = vault();
    const service = clientOf(server, { accessToken });
    expect(await failureOf(service.create(input))).toMatchObject({ status: 401 });
    expect(server.arrivals).toHaveLength(1);
    expect(await service.create(input)).toEqual(item);
    expect(told).toEqual([undefined, "old"]);
  });

  test.each([
    ["when the client has a string", "old"],
    ["when the function returns no other one", () => "old"],
  ])("a token that is refused with 401 is not sent again %s", async (_, accessToken) => {
    await using server = await startFaultServer(refusing);
    const onTry = vi.fn();
    expect(await failureOf(clientOf(server, { accessToken, onTry }).get(1))).toMatchObject({ status: 401 });
    expect([server.arrivals.length, onTry.mock.calls.length]).toEqual([1, 1]);
  });

  describe("program of the guide", () => {
    /** The client of the guide's program, with another way to get a token. */
    function clientOfGuide(url: string, fetchToken: () => Promise<string>): ServiceClient {
      const program = example("renewal.mjs")
        .replaceAll(/^(import|const fetchToken) .*$/gm, "")
        .replace("an expired token", "old")
        .replace(/"http:.*?"/, JSON.stringify(url))
        .replace(/^console\.log.*$/m, "return service;");
      return new Function("createServiceClient", "fetchToken", program)(createServiceClient, fetchToken);
    }

    test("the guide's program renews the token once for calls that are refused at the same time", async () => {
      await using server = await startFaultServer(refusing);
      const fetchToken = vi.fn(async () => "new");
      const { webhooks } = clientOfGuide(server.url, fetchToken);
      expect(await Promise.all([1, 2, 3].map((id) => webhooks.get(id)))).toEqual([item, item, item]);
      expect(fetchToken).toHaveBeenCalledTimes(1);
    });

    test("the guide's program renews the token at the next call if a renewal never ends, or fails", async () => {
      await using server = await startFaultServer(refusing);
      const endless = () => new Promise<string>(() => undefined);
      const failing = () => Promise.reject(new Error("The vault is closed"));
      const fetchToken = vi
        .fn(async () => "new")
        .mockImplementationOnce(endless)
        .mockImplementationOnce(failing);
      const { webhooks } = clientOfGuide(server.url, fetchToken);
      expect(await failureOf(webhooks.get(1, { timeout: 500 }))).toMatchObject({ name: "ServiceTimeoutError" });
      expect((await failureOf(webhooks.get(1))).message).toBe("The vault is closed");
      expect(await webhooks.get(1)).toEqual(item);
    });
  });

  test("a call ends if the next token is refused with 401, too", async () => {
    await using server = await startFaultServer(answer(401, {}));
    const accessToken = vi.fn(() => "second").mockReturnValueOnce("first");
    expect(await failureOf(clientOf(server, { accessToken }).get(1))).toMatchObject({ status: 401 });
    expect(tokensAt(server)).toEqual(["first", "second"]);
  });
});
