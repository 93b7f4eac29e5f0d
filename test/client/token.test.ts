import { describe, expect, test } from "vitest";
import type { TokenRequest } from "../../src/client/index.js";
import { answer, type Fault, type FaultServer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, found, token } from "./examples.js";

const ok = answer(200, found);
const tokensAt = (server: FaultServer) => server.arrivals.map(({ headers }) => headers["x-service-access-token"]);

describe("the access token", () => {
  test("is a string, or what a function returns, also as a promise", async () => {
    await using server = await startFaultServer(ok);
    for (const accessToken of [token, () => token, async () => token]) {
      await clientOf(server, { accessToken }).webhooks.get(1001);
    }
    expect(tokensAt(server)).toEqual([token, token, token]);
  });

  test("is requested before every try, so that a rotated token is picked up", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
    let asked = 0;
    await clientOf(server, { accessToken: () => `${token}-${++asked}` }).webhooks.get(1001);
    expect(tokensAt(server)).toEqual([`${token}-1`, `${token}-2`]);
  });

  test("is requested once for calls that wait for it at the same time", async () => {
    await using server = await startFaultServer(ok);
    let asked = 0;
    let give: (value: string) => void = () => undefined;
    const given = new Promise<string>((resolve) => {
      give = resolve;
    });
    const { webhooks } = clientOf(server, {
      accessToken: () => {
        asked++;
        return given;
      },
    });
    const calls = [webhooks.get(1), webhooks.get(2), webhooks.get(3)];
    give(token);
    await Promise.all(calls);
    expect([asked, tokensAt(server)]).toEqual([1, [token, token, token]]);
    await webhooks.get(4);
    expect(asked).toBe(2);
  });

  test("cannot be replaced by a header of a call or of the client", async () => {
    await using server = await startFaultServer(ok);
    const headers = { "x-service-access-token": "another", "content-type": "text/plain" };
    await clientOf(server, { headers }).webhooks.get(1001, { headers });
    expect(server.arrivals[0]?.headers).toMatchObject({
      "x-service-access-token": token,
      "content-type": "application/json",
    });
  });
});

describe("an unusable access token is refused before anything is sent, and is not quoted", () => {
  const impossible = ["", " ", `${token}\n`, `${token}\r\nX-Injected: 1`, ` ${token}`, `${token}\u0000`, `${token}…`];

  test.each(impossible)("%o is refused", async (accessToken) => {
    await using server = await startFaultServer(ok);
    const refusal = "accessToken must be a string that an HTTP header can carry, or a function that returns one";
    expect(() => clientOf(server, { accessToken })).toThrow(new TypeError(refusal));
    const failure = await failureOf(clientOf(server, { accessToken: () => accessToken }).webhooks.get(1001));
    expect(failure).toEqual(new TypeError(refusal));
    expect(server.arrivals).toHaveLength(0);
  });

  test.each([undefined, null, 7])("%o is refused from a function", async (accessToken) => {
    await using server = await startFaultServer(ok);
    // @ts-expect-error: JavaScript callers get the error at run time
    expect(await failureOf(clientOf(server, { accessToken: () => accessToken }).webhooks.get(1))).toBeInstanceOf(
      TypeError,
    );
  });

  test("an error that the function throws is what the call rejects with, and it is called once", async () => {
    await using server = await startFaultServer(ok);
    const reason = new Error("The vault is closed");
    let asked = 0;
    const accessToken = () => {
      asked++;
      throw reason;
    };
    expect(await failureOf(clientOf(server, { accessToken }).webhooks.get(1001))).toBe(reason);
    expect([asked, server.arrivals.length]).toEqual([1, 0]);
  });
});

test.each([
  [
    "immediately",
    () => {
      throw new Error("The vault is closed");
    },
  ],
  [
    "later",
    async () => {
      throw new Error("The vault is closed");
    },
  ],
])("a function that throws once, %s, is called again by the next call", async (_, fail) => {
  await using server = await startFaultServer(ok);
  let asked = 0;
  const { webhooks } = clientOf(server, { accessToken: () => (asked++ ? token : fail()) });
  expect((await failureOf(webhooks.get(1))).message).toBe("The vault is closed");
  expect(await webhooks.get(2)).toEqual(found.webhook);
  expect(asked).toBe(2);
});

test("a call does not fail because another one has ended, which the function was called for", async () => {
  await using server = await startFaultServer(ok);
  let asked = 0;
  const accessToken = ({ signal }: TokenRequest) =>
    new Promise<string>((resolve, reject) => {
      if (asked++) return resolve(token);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const { webhooks } = clientOf(server, { accessToken });
  const controller = new AbortController();
  const first = failureOf(webhooks.get(1, { signal: controller.signal }));
  const second = webhooks.get(2);
  controller.abort();
  expect((await first).name).toBe("AbortError");
  expect(await second).toEqual(found.webhook);
});

describe("a token that the service refuses with status 401", () => {
  /** Refuses the token \`old\`. */
  const refusing: Fault = (response, request) =>
    answer(request.headers["x-service-access-token"] === "old" ? 401 : 200, found)(response, request);

  /** A function that keeps its token until the service refuses it. */
  function vault() {
    const asked: (string | undefined)[] = [];
    let kept = "old";
    const accessToken = async ({ refused }: TokenRequest) => {
      asked.push(refused);
      if (refused === kept) kept = "new";
      return kept;
    };
    return { asked, accessToken };
  }

  test("is told to the function, and the call is tried again with the next token, with renewToken", async () => {
    await using server = await startFaultServer(refusing);
    const { asked, accessToken } = vault();
    const { webhooks } = clientOf(server, { accessToken, renewToken: true });
    expect(await webhooks.get(1)).toEqual(found.webhook);
    expect(asked).toEqual([undefined, "old"]);
    expect(tokensAt(server)).toEqual(["old", "new"]);
  });

  test("is told to the function, and the call fails, without renewToken", async () => {
    await using server = await startFaultServer(refusing);
    const { asked, accessToken } = vault();
    const { webhooks } = clientOf(server, { accessToken });
    expect(await failureOf(webhooks.get(1))).toMatchObject({ status: 401 });
    expect(await webhooks.get(1)).toEqual(found.webhook);
    expect(asked).toEqual([undefined, "old"]);
  });

  test("does not make a POST be sent twice", async () => {
    await using server = await startFaultServer(refusing);
    const { accessToken } = vault();
    const { webhooks } = clientOf(server, { accessToken, renewToken: true });
    expect(await failureOf(webhooks.create({ topic: "a/b", address: "https://c.example" }))).toMatchObject({
      status: 401,
    });
    expect(server.arrivals).toHaveLength(1);
  });

  test("ends the call when there is no other one", async () => {
    await using server = await startFaultServer(refusing);
    const { webhooks } = clientOf(server, { accessToken: () => "old", renewToken: true });
    expect(await failureOf(webhooks.get(1))).toMatchObject({ status: 401 });
    expect(server.arrivals).toHaveLength(3);
  });

  test("is renewed once for the calls that it fails at the same time", async () => {
    await using server = await startFaultServer(refusing);
    const { asked, accessToken } = vault();
    const { webhooks } = clientOf(server, { accessToken, renewToken: true });
    await Promise.all([1, 2, 3].map((id) => webhooks.get(id)));
    expect(new Set(tokensAt(server))).toEqual(new Set(["old", "new"]));
    expect(asked.filter((refused) => refused === undefined)).toHaveLength(1);
  });
});

describe("a function that never returns a token", () => {
  const never = () => new Promise<string>(() => undefined);

  test("makes the call end at its timeout, with an error that says so", async () => {
    await using server = await startFaultServer(ok);
    const failure = await failureOf(clientOf(server, { accessToken: never }).webhooks.get(1001, { timeout: 20 }));
    expect(failure.name).toBe("ServiceTimeoutError");
    expect(failure.message).toMatch(/^accessToken returned no token within 20 ms: GET /);
    expect(server.arrivals).toEqual([]);
  });

  test("does not delay later calls", async () => {
    await using server = await startFaultServer(ok);
    let asked = 0;
    const { webhooks } = clientOf(server, { accessToken: () => (asked++ ? token : never()) });
    await failureOf(webhooks.get(1, { timeout: 20 }));
    expect(await webhooks.get(2)).toEqual(found.webhook);
  });

  test("does not delay calls with a longer timeout: it is called again", async () => {
    await using server = await startFaultServer(ok);
    let asked = 0;
    const { webhooks } = clientOf(server, { accessToken: () => (asked++ ? token : never()) });
    const hurried = failureOf(webhooks.get(1, { timeout: 20 }));
    expect(await webhooks.get(2)).toEqual(found.webhook);
    expect((await hurried).name).toBe("ServiceTimeoutError");
    expect(asked).toBe(2);
  });

  test("does not delay later calls when it has ended its own call", async () => {
    await using server = await startFaultServer(ok);
    const controller = new AbortController();
    let asked = 0;
    const accessToken = () => {
      if (asked++) return token;
      controller.abort();
      return never();
    };
    const { webhooks } = clientOf(server, { accessToken });
    expect((await failureOf(webhooks.get(1, { signal: controller.signal }))).name).toBe("AbortError");
    expect(await webhooks.get(2)).toEqual(found.webhook);
  });

  test("learns from its signal that the call has ended", async () => {
    await using server = await startFaultServer(ok);
    const reasons: unknown[] = [];
    const accessToken = ({ signal }: { signal: AbortSignal }) => {
      signal.addEventListener("abort", () => reasons.push(signal.reason));
      return never();
    };
    const failure = await failureOf(clientOf(server, { accessToken }).webhooks.get(1001, { timeout: 20 }));
    expect(reasons).toEqual([failure]);
  });

  test("is refused immediately when it calls the same client", async () => {
    await using server = await startFaultServer(ok);
    const service: ReturnType<typeof clientOf> = clientOf(server, {
      accessToken: async () => (await service.oauth.exchangeAccessToken()).code,
    });
    const failure = await failureOf(service.webhooks.get(1001));
    expect(failure).toEqual(
      new TypeError("accessToken must not call the client that it belongs to: make another client for that"),
    );
    expect(server.arrivals).toEqual([]);
  });
});

test.each([undefined, 123])("a client with the access token %o is refused", (accessToken) => {
  // @ts-expect-error: JavaScript callers get the error at run time
  expect(() => clientOf({ url: "https://service.example" }, { accessToken })).toThrow(TypeError);
});

describe("a redirect is refused", () => {
  test.each([301, 302, 303, 307, 308])(
    "when its status is %i, and the access token stays with the service",
    async (status) => {
      await using elsewhere = await startFaultServer(ok);
      await using server = await startFaultServer(answer(status, "", { Location: `${elsewhere.url}/stolen` }));
      const { webhooks } = clientOf(server);
      // A browser shows nothing of a redirect that it does not follow.
      const isPage = "document" in globalThis;
      const failure = await failureOf(webhooks.get(1001));
      expect(failure).toMatchObject({ name: "ServiceStatusError", status: isPage ? 0 : status });
      expect(failure.message).toContain(
        `The service answered with ${isPage ? "a redirect" : `status ${status}`}: GET `,
      );
      expect(server.arrivals).toHaveLength(1);
      expect(elsewhere.arrivals).toEqual([]);
    },
  );
});
