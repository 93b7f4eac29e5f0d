// The access token: where it comes from, when it is asked for, and what happens to one that is refused.
import { describe, expect, test, vi } from "vitest";
import * as contract from "../../generated/contract.js";
import { ServiceError, ServiceTokenError, type TokenRequest } from "../../src/client/index.js";
import { answer, type Fault, type FaultServer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, found, input, item, nowhere, ok, token, tokenIn } from "./examples.js";

const tokensAt = (server: FaultServer) => server.arrivals.map(({ headers }) => tokenIn(headers));
const busy = answer(503, {}, { "Retry-After": "0" });

describe("the access token", () => {
  test("is requested before every try, so that a rotated token is picked up", async () => {
    await using server = await startFaultServer(busy, ok);
    const accessToken = vi.fn(() => "second").mockReturnValueOnce("first");
    await clientOf(server, { accessToken }).get(1001);
    expect(tokensAt(server)).toEqual(["first", "second"]);
  });

  test("may be left out, where something else adds it: no header is sent then", async () => {
    await using server = await startFaultServer(ok);
    await clientOf(server, { accessToken: undefined }).get(1001);
    expect(server.arrivals[0]?.headers).not.toHaveProperty(contract.accessToken.header.toLowerCase());
  });

  test.each([401, 403])(
    "that was left out is named by the error of status %i, as where a variable is not set",
    async (status) => {
      await using server = await startFaultServer(answer(status, { message: "Who are you?" }));
      const said = `The service answered with status ${status}`;
      const messageWith = async (accessToken?: string, headers?: Record<string, string>) =>
        (await failureOf(clientOf(server, { accessToken, headers }).get(1))).message;
      const left = `${said}, and no access token was sent: "Who are you?": GET `;
      expect(await messageWith(process.env["UNSET"])).toContain(left);
      expect(await messageWith(undefined, { [contract.accessToken.header]: "" })).toContain(left);
      expect(await messageWith(token)).toContain(`${said}: "Who are you?": GET `);
    },
  );
});

describe("an unusable access token is refused before anything is sent, and is not quoted", () => {
  const impossible = [
    "",
    `${token}\n`,
    `${token}\r\nX-Injected: 1`,
    ` ${token}`,
    `${token}\u0000`,
    `${token}…`,
    null,
    7,
  ];

  test.each<unknown>(impossible)("as a text: %o is a TypeError of the client", (unusable) => {
    const refusal = "accessToken must be a string that is valid in a header, or a function";
    expect(() => clientOf(nowhere, Object({ accessToken: unusable }))).toThrow(new TypeError(refusal));
  });

  test.each<unknown>([...impossible, undefined])("from a function: %o is an error of the call", async (unusable) => {
    const [fetch, onTry] = [vi.fn(), vi.fn()];
    const service = clientOf(nowhere, Object({ accessToken: async () => unusable, fetch, onTry }));
    const failure = await failureOf(service.get(1001));
    expect(failure).toBeInstanceOf(ServiceTokenError);
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure.message).toMatch(`accessToken must return a string that is valid in a header: GET ${nowhere.url}`);
    expect(failure.message).not.toContain(token);
    expect([fetch.mock.calls.length, onTry.mock.calls.length]).toEqual([0, 0]);
  });

  test("and tells why there was a second try", async () => {
    await using server = await startFaultServer(busy);
    const accessToken = vi.fn(() => "").mockReturnValueOnce(token);
    const failure = await failureOf(clientOf(server, { accessToken }).delete(1001));
    expect(failure).toMatchObject({ name: "ServiceTokenError", cause: { name: "ServiceStatusError", status: 503 } });
  });
});

describe("a function that returns no token", () => {
  test("but throws makes the call reject with its error, and is called again by the next call", async () => {
    await using server = await startFaultServer(ok);
    const closed = new Error("The vault is closed");
    const accessToken = vi
      .fn(() => token)
      .mockImplementationOnce(() => {
        throw closed;
      });
    const service = clientOf(server, { accessToken });
    expect(await failureOf(service.get(1))).toBe(closed);
    expect([accessToken.mock.calls.length, server.arrivals.length]).toEqual([1, 0]);
    expect(await service.get(2)).toEqual(item);
  });

  test("ever makes the call end at its timeout, and learns that from its signal", async () => {
    const fetch = vi.fn();
    const accessToken = vi.fn((_: TokenRequest) => new Promise<string>(() => undefined));
    const failure = await failureOf(clientOf(nowhere, { accessToken, fetch }).get(1001, { timeout: 20 }));
    expect(failure.name).toBe("ServiceTimeoutError");
    expect(accessToken.mock.calls.map(([{ signal }]) => signal.reason)).toEqual([failure]);
    expect(fetch).not.toHaveBeenCalled();
  });

  test("because it calls the same client is refused immediately", async () => {
    const service = clientOf(nowhere, { accessToken: async () => String(await service.list()) });
    expect(await failureOf(service.get(1001))).toEqual(new TypeError("accessToken must not use its own client"));
  });
});

describe("a token that the service refuses with status 401", () => {
  const refusing: Fault = (response, request) => {
    const fault = tokenIn(request.headers) === "old" ? answer(401, found) : ok;
    fault(response, request);
  };

  /** A client whose function keeps its token until the service refuses it, and the refusals that the function was told. */
  function clientWithVault(server: FaultServer, maxRetries?: number) {
    const told: (string | undefined)[] = [];
    let kept = "old";
    const accessToken = async ({ refused }: TokenRequest) => {
      told.push(refused);
      if (refused === kept) kept = "new";
      return kept;
    };
    return { told, service: clientOf(server, { accessToken, maxRetries }) };
  }

  test("is told to the function, and the call is tried once more with the next token", async () => {
    await using server = await startFaultServer(refusing);
    const { told, service } = clientWithVault(server);
    expect(await service.get(1)).toEqual(item);
    expect(told).toEqual([undefined, "old"]);
    expect(tokensAt(server)).toEqual(["old", "new"]);
  });

  test("is renewed once for many calls that are refused at the same time, by the function of the guide", async () => {
    await using server = await startFaultServer(refusing);
    const fetchToken = vi.fn(async () => "new");
    let kept = "old";
    let renewal: Promise<unknown> = Promise.resolve();
    const accessToken = async ({ refused }: TokenRequest) => {
      renewal = renewal.then(async () => {
        if (kept === refused) kept = await fetchToken();
      });
      await renewal;
      return kept;
    };
    const service = clientOf(server, { accessToken });
    expect(await Promise.all([1, 2, 3].map((id) => service.get(id)))).toEqual([item, item, item]);
    expect(fetchToken).toHaveBeenCalledTimes(1);
  });

  test("ends the call if the next token is refused, too, and there is no other", async () => {
    await using server = await startFaultServer(answer(401, { message: "Not you" }));
    const accessToken = vi.fn(() => "second").mockReturnValueOnce("first");
    expect(await failureOf(clientOf(server, { accessToken }).get(1))).toMatchObject({ status: 401 });
    expect(tokensAt(server)).toEqual(["first", "second"]);
  });

  test.each([
    ["with maxRetries: 0", 0, (service: ReturnType<typeof clientOf>) => service.get(1)],
    ["of a POST", undefined, (service: ReturnType<typeof clientOf>) => service.create(input)],
  ])("ends the call %s, but is told to the function by the next call", async (_, maxRetries, call) => {
    await using server = await startFaultServer(refusing);
    const { told, service } = clientWithVault(server, maxRetries);
    expect(await failureOf(call(service))).toMatchObject({ status: 401 });
    expect(server.arrivals).toHaveLength(1);
    expect(await call(service)).toEqual(item);
    expect(told).toEqual([undefined, "old"]);
  });

  test.each([
    ["when the client has a string", "old"],
    ["when the function returns no other one", () => "old"],
  ])("is not sent again, and ends the call, %s", async (_, accessToken) => {
    await using server = await startFaultServer(refusing);
    const onTry = vi.fn();
    expect(await failureOf(clientOf(server, { accessToken, onTry }).get(1))).toMatchObject({ status: 401 });
    expect([server.arrivals.length, onTry.mock.calls.length]).toEqual([1, 1]);
  });
});
