import { describe, expect, test, vi } from "vitest";
import * as contract from "../../generated/contract.js";
import { ServiceError, ServiceTokenError, type TokenRequest } from "../../src/client/index.js";
import { answer, type Fault, type FaultServer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, found, input, item, type Methods, nowhere, ok, token, tokenIn } from "./examples.js";

const tokensAt = (server: FaultServer) => server.arrivals.map(({ headers }) => tokenIn(headers));

type AskForToken = (request: TokenRequest) => string | Promise<string>;

/** An `accessToken` function that answers its first call with the first function, and so on; the last repeats. */
function asking(...answers: [AskForToken, ...AskForToken[]]) {
  const asked: TokenRequest[] = [];
  const accessToken: AskForToken = (request) => {
    const index = Math.min(asked.push(request), answers.length) - 1;
    return (answers[index] ?? answers[0])(request);
  };
  return { asked, accessToken };
}

const never = () => new Promise<string>(() => undefined);
const closed = new Error("The vault is closed");
const fail = () => {
  throw closed;
};

describe("the access token", () => {
  test("is a string, or what a function returns, also as a promise", async () => {
    await using server = await startFaultServer(ok);
    for (const accessToken of [token, () => token, async () => token]) {
      await clientOf(server, { accessToken }).get(1001);
    }
    expect(tokensAt(server)).toEqual([token, token, token]);
  });

  test("is requested before every try, so that a rotated token is picked up", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
    const { accessToken } = asking(
      () => "first",
      () => "second",
    );
    await clientOf(server, { accessToken }).get(1001);
    expect(tokensAt(server)).toEqual(["first", "second"]);
  });

  test("may be left out, where something else adds it: no header is sent then", async () => {
    await using server = await startFaultServer(ok);
    await clientOf(server, { accessToken: undefined }).get(1001);
    expect(server.arrivals[0]?.headers).not.toHaveProperty(contract.accessToken.header.toLowerCase());
    expect(server.arrivals[0]?.headers).toHaveProperty("content-type", "application/json");
  });

  test("cannot be replaced by a header of a call or of the client", async () => {
    await using server = await startFaultServer(ok);
    const headers = { [contract.accessToken.header]: "another", "content-type": "text/plain" };
    await clientOf(server, { headers }).get(1001, { headers });
    expect(tokensAt(server)).toEqual([token]);
    expect(server.arrivals[0]?.headers).toHaveProperty("content-type", "application/json");
  });
});

describe("an unusable access token is refused before anything is sent, and is not quoted", () => {
  const impossible = ["", " ", `${token}\n`, `${token}\r\nX-Injected: 1`, ` ${token}`, `${token}\u0000`, `${token}…`];

  test.each<unknown>([...impossible, null, 7])("as a text: %o is a TypeError of the client", (unusable) => {
    const refusal = "accessToken must be a text that a header can carry, or a function";
    expect(() => clientOf(nowhere, Object({ accessToken: unusable }))).toThrow(new TypeError(refusal));
  });

  test.each<unknown>([...impossible, undefined, null, 7])(
    "from a function: %o is an error of the call",
    async (unusable) => {
      await using server = await startFaultServer(ok);
      const onTry = vi.fn();
      const service = clientOf(server, Object({ accessToken: async () => unusable, onTry }));
      const failure = await failureOf(service.get(1001));
      expect(failure).toBeInstanceOf(ServiceTokenError);
      expect(failure).toBeInstanceOf(ServiceError);
      expect(failure.message).toMatch(`accessToken returned no token that a header can carry: GET ${server.url}`);
      expect(failure.message).not.toContain(token);
      expect([server.arrivals.length, onTry.mock.calls.length]).toEqual([0, 0]);
    },
  );
});

describe("a function that throws", () => {
  test.each([
    ["immediately", fail],
    ["later", async () => fail()],
  ])("%s makes the call reject with its error, and is called again by the next call", async (_, failing) => {
    await using server = await startFaultServer(ok);
    const { asked, accessToken } = asking(failing, () => token);
    const service = clientOf(server, { accessToken });
    expect(await failureOf(service.get(1))).toBe(closed);
    expect([asked.length, server.arrivals.length]).toEqual([1, 0]);
    expect(await service.get(2)).toEqual(item);
  });
});

describe("a token that the service refuses with status 401", () => {
  const refusing: Fault = (response, request) =>
    answer(tokenIn(request.headers) === "old" ? 401 : 200, found)(response, request);

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

  test("is told to the function, and the call is tried once more with the next token", async () => {
    await using server = await startFaultServer(refusing);
    const { told, accessToken } = vault();
    const service = clientOf(server, { accessToken });
    expect(await service.get(1)).toEqual(item);
    expect(told).toEqual([undefined, "old"]);
    expect(tokensAt(server)).toEqual(["old", "new"]);
  });

  test("ends the call if the next token is refused, too", async () => {
    await using server = await startFaultServer(answer(401, { message: "Not you" }));
    const { asked, accessToken } = asking(
      () => "first",
      () => "second",
    );
    expect(await failureOf(clientOf(server, { accessToken }).get(1))).toMatchObject({ status: 401 });
    expect(tokensAt(server)).toEqual(["first", "second"]);
    expect(asked).toHaveLength(2);
  });

  test("is not followed by another try with maxRetries: 0, but told to the function by the next call", async () => {
    await using server = await startFaultServer(refusing);
    const { told, accessToken } = vault();
    const service = clientOf(server, { accessToken, maxRetries: 0 });
    expect(await failureOf(service.get(1))).toMatchObject({ status: 401 });
    expect(await service.get(1)).toEqual(item);
    expect(told).toEqual([undefined, "old"]);
  });

  test("does not make a POST be sent twice", async () => {
    await using server = await startFaultServer(refusing);
    const service = clientOf(server, { accessToken: vault().accessToken });
    const created = service.create(input);
    expect(await failureOf(created)).toMatchObject({ status: 401 });
    expect(server.arrivals).toHaveLength(1);
    // It is told to the function all the same.
    expect(await service.create(input)).toEqual(item);
  });

  test.each([
    ["when the client has a string", "old"],
    ["when the function returns no other one", () => "old"],
  ])("is not sent again, and ends the call, %s", async (_, accessToken) => {
    await using server = await startFaultServer(refusing);
    const onTry = vi.fn();
    const service = clientOf(server, { accessToken, onTry });
    expect(await failureOf(service.get(1))).toMatchObject({ status: 401 });
    expect(server.arrivals).toHaveLength(1);
    expect(onTry).toHaveBeenCalledTimes(1);
  });
});

describe("a function that never returns a token", () => {
  test("makes the call end at its timeout, with an error that says so, and learns that from its signal", async () => {
    await using server = await startFaultServer(ok);
    const { asked, accessToken } = asking(never);
    const failure = await failureOf(clientOf(server, { accessToken }).get(1001, { timeout: 20 }));
    expect(failure.name).toBe("ServiceTimeoutError");
    expect(failure.message).toMatch(/^No answer within 20 ms: GET /);
    expect(asked.map(({ signal }) => signal.reason)).toEqual([failure]);
    expect(server.arrivals).toEqual([]);
  });

  test("because it calls the same client is refused immediately", async () => {
    for (const method of ["list", "exchange"] as const) {
      const service: Methods = clientOf(nowhere, { accessToken: async () => String(await service[method]()) });
      expect(await failureOf(service.get(1001))).toEqual(new TypeError("accessToken must not use its own client"));
    }
  });
});

test.each([301, 302, 303, 307, 308])(
  "a redirect with status %i is refused, and the access token stays with the service",
  async (status) => {
    await using elsewhere = await startFaultServer(ok);
    await using server = await startFaultServer(answer(status, "", { Location: `${elsewhere.url}/stolen` }));
    const failure = await failureOf(clientOf(server).get(1001));
    expect(failure).toMatchObject({ name: "ServiceStatusError", status });
    expect(failure.message).toContain(`The service answered with status ${status}: GET `);
    expect(server.arrivals).toHaveLength(1);
    expect(elsewhere.arrivals).toEqual([]);
  },
);
