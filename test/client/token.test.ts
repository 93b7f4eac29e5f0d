import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import * as contract from "../../generated/contract.js";
import type { Send, TokenRequest } from "../../src/client/index.js";
import { answer, type Fault, type FaultServer, startFaultServer } from "../servers/fault.js";
import { orders } from "../worlds/webhooks.js";
import { clientOf, failureOf, found, item, type Methods, nowhere, ok, token, tokenIn } from "./examples.js";

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

  test("is requested once for calls that wait for it at the same time", async () => {
    await using server = await startFaultServer(ok);
    const { asked, accessToken } = asking(async () => token);
    const service = clientOf(server, { accessToken });
    await Promise.all([service.get(1), service.get(2), service.get(3)]);
    expect([asked.length, tokensAt(server)]).toEqual([1, [token, token, token]]);
    await service.get(4);
    expect(asked).toHaveLength(2);
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

  test.each<unknown>([...impossible, undefined, null, 7])("%o is refused, also from a function", async (unusable) => {
    await using server = await startFaultServer(ok);
    const isText = typeof unusable === "string";
    const it = typeof unusable === "number" ? "Number" : unusable;
    const why = isText ? "a header cannot carry it, or it is empty" : `it is ${it}`;
    const refusal = `accessToken must be a string, or a function that returns one: ${why}`;
    expect(() => clientOf(server, Object({ accessToken: unusable }))).toThrow(new TypeError(refusal));
    const service = clientOf(server, Object({ accessToken: () => unusable }));
    expect(await failureOf(service.get(1001))).toEqual(new TypeError(refusal));
    expect(server.arrivals).toHaveLength(0);
  });
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

  test("because one call has ended does not make another one fail", async () => {
    await using server = await startFaultServer(ok);
    const untilAborted: AskForToken = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const { accessToken } = asking(untilAborted, () => token);
    const service = clientOf(server, { accessToken });
    const controller = new AbortController();
    const first = failureOf(service.get(1, { signal: controller.signal }));
    const second = service.get(2);
    controller.abort();
    expect((await first).name).toBe("AbortError");
    expect(await second).toEqual(item);
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

  test("is told to the function, and the call is tried again with the next token, with renewToken", async () => {
    await using server = await startFaultServer(refusing);
    const { told, accessToken } = vault();
    const service = clientOf(server, { accessToken, renewToken: true });
    expect(await service.get(1)).toEqual(item);
    expect(told).toEqual([undefined, "old"]);
    expect(tokensAt(server)).toEqual(["old", "new"]);
  });

  test("is told to the function although another call still waits for its token", async () => {
    let other: Promise<unknown> = Promise.resolve();
    const refusingOnce: Fault = (...exchange) => {
      other = service.get(2);
      answer(401, {})(...exchange);
    };
    await using server = await startFaultServer(refusingOnce, ok);
    let answerOther: (token: string) => void = () => undefined;
    const late = new Promise<string>((resolve) => {
      answerOther = resolve;
    });
    const { asked, accessToken } = asking(
      () => "old",
      () => late,
      () => "new",
    );
    const service = clientOf(server, { accessToken, renewToken: true, timeout: 5000 });
    expect(await service.get(1)).toEqual(item);
    answerOther("new");
    expect(await other).toEqual(item);
    expect(asked.map(({ refused }) => refused)).toEqual([undefined, undefined, "old"]);
  });

  test("is told to the function, and the call fails, without renewToken", async () => {
    await using server = await startFaultServer(refusing);
    const { told, accessToken } = vault();
    const service = clientOf(server, { accessToken });
    expect(await failureOf(service.get(1))).toMatchObject({ status: 401 });
    expect(await service.get(1)).toEqual(item);
    expect(told).toEqual([undefined, "old"]);
  });

  test("does not make a POST be sent twice", async () => {
    await using server = await startFaultServer(refusing);
    const service = clientOf(server, { accessToken: vault().accessToken, renewToken: true });
    const created = service.create(orders);
    expect(await failureOf(created)).toMatchObject({ status: 401 });
    expect(server.arrivals).toHaveLength(1);
  });

  test.each([
    ["when the client has a string", "old"],
    ["when the function returns no other one", () => "old"],
  ])("is not sent again, and ends the call, %s", async (_, accessToken) => {
    await using server = await startFaultServer(refusing);
    const onTry = vi.fn();
    const service = clientOf(server, { accessToken, renewToken: true, onTry });
    expect(await failureOf(service.get(1))).toMatchObject({ status: 401 });
    expect(server.arrivals).toHaveLength(1);
    expect(onTry).toHaveBeenCalledTimes(1);
  });

  test("is renewed once for all calls that it fails, however late they learn of it", async () => {
    vi.useFakeTimers();
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const duration = fc.nat({ max: 100 });
    const law = fc.asyncProperty(fc.array(duration, { maxLength: 6 }), duration, async (refusals, renewal) => {
      let renewals = 0;
      let kept = "old";
      const accessToken = async ({ refused }: TokenRequest) => {
        if (refused !== kept) return kept;
        renewals++;
        await wait(renewal);
        kept = "new";
        return kept;
      };
      const fetch: Send = async (url, { headers }) => {
        const isRefused = tokenIn(headers) !== "new";
        if (isRefused) await wait(refusals[Number(url.split("/").at(-1))] ?? 0);
        // Reading a real response may take time that the timers do not know of.
        const text = async () => JSON.stringify(found);
        return { status: isRefused ? 401 : 200, headers: new Headers(), text };
      };
      const service = clientOf(nowhere, { accessToken, fetch, renewToken: true });
      const calls = Promise.all([0, ...refusals].map((_, id) => service.get(id)));
      await vi.runAllTimersAsync();
      await calls;
      expect(renewals).toBe(1);
    });
    await fc.assert(law).finally(() => vi.useRealTimers());
  });
});

describe("a function that never returns a token", () => {
  test("makes the call end at its timeout, with an error that says so, and learns that from its signal", async () => {
    await using server = await startFaultServer(ok);
    const { asked, accessToken } = asking(never);
    const failure = await failureOf(clientOf(server, { accessToken }).get(1001, { timeout: 20 }));
    expect(failure.name).toBe("ServiceTimeoutError");
    expect(failure.message).toMatch(/^accessToken returned no token within 20 ms: GET /);
    expect(asked.map(({ signal }) => signal.reason)).toEqual([failure]);
    expect(server.arrivals).toEqual([]);
  });

  test("is called again by a call that waits for it longer, and by later calls", async () => {
    await using server = await startFaultServer(ok);
    const { asked, accessToken } = asking(never, () => token);
    const service = clientOf(server, { accessToken });
    const hurried = failureOf(service.get(1, { timeout: 20 }));
    expect(await service.get(2)).toEqual(item);
    expect((await hurried).name).toBe("ServiceTimeoutError");
    expect(await service.get(3)).toEqual(item);
    expect(asked).toHaveLength(3);
  });

  test("does not delay later calls when it has ended its own call", async () => {
    const controller = new AbortController();
    const abort = () => {
      controller.abort();
      return never();
    };
    await using server = await startFaultServer(ok);
    const { accessToken } = asking(abort, () => token);
    const service = clientOf(server, { accessToken });
    expect((await failureOf(service.get(1, { signal: controller.signal }))).name).toBe("AbortError");
    expect(await service.get(2)).toEqual(item);
  });

  test("because it calls the same client is refused immediately", async () => {
    const service: Methods = clientOf(nowhere, {
      accessToken: async () => String(await service.list()),
    });
    expect(await failureOf(service.get(1001))).toEqual(new TypeError("accessToken must not use its own client"));
  });
});

test.each([301, 302, 303, 307, 308])(
  "a redirect with status %i is refused, and the access token stays with the service",
  async (status) => {
    await using elsewhere = await startFaultServer(ok);
    await using server = await startFaultServer(answer(status, "", { Location: `${elsewhere.url}/stolen` }));
    // A browser shows nothing of a redirect that it does not follow.
    const isPage = "document" in globalThis;
    const failure = await failureOf(clientOf(server).get(1001));
    expect(failure).toMatchObject({ name: "ServiceStatusError", status: isPage ? 0 : status });
    expect(failure.message).toContain(`The service answered with ${isPage ? "a redirect" : `status ${status}`}: GET `);
    expect(server.arrivals).toHaveLength(1);
    expect(elsewhere.arrivals).toEqual([]);
  },
);
