import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/server/index.js";
import { clientOf } from "../../client/examples.js";
import { checkout } from "../../servers/checkout.js";
import { run, start } from "../../servers/command.js";
import { freePort } from "../../servers/port.js";
import { type Fault, seeds, startService, TOKEN } from "../service.js";

let clone: Awaited<ReturnType<typeof checkout>>;

beforeAll(async () => {
  clone = await checkout();
});

afterAll(() => clone.remove());

const COMMAND = "node --import tsx src/verify/command.ts";

/** Runs the command with an access token in its environment. */
function walk(flags: string, token = TOKEN) {
  return run(`SERVICE_ACCESS_TOKEN='${token}' ${COMMAND} ${flags}`, clone.folder);
}

/** Runs the command against a service with a fault. */
async function walkThrough(fault: Fault, flags = "") {
  await using service = await startService(fault);
  const { calls, kept } = service;
  return { ...(await walk(`--server ${service.url} ${flags}`)), url: service.url, calls, kept };
}

const wrongId: Fault = {
  answer(answer, { operation }) {
    if (operation === "getWebhook" && answer.status === 200) Object(answer.body).webhook.id = "1025";
  },
};

describe("the result", () => {
  test("fits on one screen, with exit code 0, when the service follows the contract", async () => {
    const { code, stdout } = await walkThrough({}, "--deliver");
    expect(stdout).toMatch(/\d+ requests in 16 steps: no breaches\. Not checked: nothing\.\n$/);
    expect(stdout.split("\n").length).toBeLessThanOrEqual(24);
    expect(code).toBe(0);
  });

  test("names the step, the request and the breach, with exit code 1, when it does not", async () => {
    const { code, stdout } = await walkThrough(wrongId);
    expect(stdout).toMatch(/✗ get +GET \/api\/admin\/26\.0\/webhooks\/1025 +200 in \d+ ms/);
    expect(stdout).toContain('schema: /webhook/id must be integer, is "1025" (§2.2)');
    expect(stdout).toContain("Cleaned up: the service says that 5 subscriptions are deleted.");
    expect(code).toBe(1);
  });

  test("is written to a JSON file on request", async () => {
    const { code } = await walkThrough(wrongId, "--json report.json");
    const report = JSON.parse(await readFile(join(clone.folder, "report.json"), "utf8"));
    expect(code).toBe(1);
    expect(report).toMatchObject({ ok: false, stateless: false, cleanUp: { failed: [] } });
    const step = report.steps.find(({ breaches }: { breaches: unknown[] }) => breaches.length > 0);
    expect(step).toMatchObject({ step: "get", method: "GET", status: 200, departures: [] });
    expect(step.breaches).toEqual([
      { check: "schema", message: '/webhook/id must be integer, is "1025"', source: "§2.2" },
    ]);
  });

  test("is printed as JSON on request", async () => {
    const { stdout } = await walkThrough({}, "--json -");
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });
});

test("the sandbox follows the contract, memory included, and the walk leaves nothing in it", async () => {
  await using sandbox = await startSandbox({ port: 0, seed: 25 });
  const { code, stdout } = await walk(`--server ${sandbox.url} --deliver --topic test/verify`);
  expect(stdout).toContain(" 16 steps: no breaches");
  expect(code).toBe(0);
  expect(sandbox.deliveries.map(({ topic }) => topic)).toEqual(["test/verify"]);
  const { pagination } = await clientOf(sandbox).webhooks.list();
  expect(pagination.total).toBe(25);
});

describe("the options of the command", () => {
  test("a departure fails the walk only with --strict", async () => {
    const departing: Fault = { refuse: ({ token }) => (token?.startsWith("made-up") ? 0 : undefined) };
    const [lenient, strict] = await Promise.all([walkThrough(departing), walkThrough(departing, "--strict")]);
    expect(lenient.stdout).toContain("no breaches, 1 departure (only --strict fails).");
    expect(strict.stdout).toContain(
      'departure, refusal: a made-up access token is accepted ("Scopes and token lifetime")',
    );
    expect([lenient.code, strict.code]).toEqual([0, 1]);
  });

  test("the server may come from the environment", async () => {
    await using service = await startService();
    const { code } = await run(
      `SERVICE_BASE_URL=${service.url} SERVICE_ACCESS_TOKEN=${TOKEN} ${COMMAND}`,
      clone.folder,
    );
    expect(code).toBe(0);
  });

  test("nothing is delivered without --deliver, and the last line says so", async () => {
    const { calls, stdout } = await walkThrough({});
    expect(stdout).toMatch(/Not checked: deliverWebhook \(add --deliver\)\.\n$/);
    expect(calls.filter(({ operation }) => operation === "deliverWebhook")).toEqual([]);
  });

  test("the delivery goes to the given address", async () => {
    const { calls } = await walkThrough({}, "--deliver --topic products/update --address https://here.example/in?a=1");
    const delivery = calls.find(({ operation }) => operation === "deliverWebhook");
    expect(delivery?.webhook.topic).toBe("products/update");
    expect(delivery?.webhook.address).toMatch(/^https:\/\/here\.example\/in\?a=1&verification=/);
  });

  test("the token exchange sends the payload of a given file, or none", async () => {
    const payload = JSON.stringify({ code: "one-time-code" });
    await writeFile(join(clone.folder, "exchange.json"), payload);
    const bodies = ["", "--exchange-body exchange.json"].map(async (flags) => {
      const { calls } = await walkThrough({}, flags);
      return calls.find(({ operation }) => operation === "exchangeAccessToken")?.body;
    });
    expect(await Promise.all(bodies)).toEqual(["", payload]);
  });
});

describe("a server without a memory", () => {
  test("passes with --stateless, and the result says what was not checked", async () => {
    const { code, stdout } = await walk(`--server ${inject("mockUrl")} --stateless --deliver`);
    expect(stdout).toContain("7 steps: no breaches. Not checked: everything that requires a memory.");
    expect(code, stdout).toBe(0);
  });

  test("fails without --stateless, and gets a hint", async () => {
    const { code, stdout } = await walk(`--server ${inject("mockUrl")}`);
    expect(stdout).toContain("Then add --stateless.");
    expect(code).toBe(1);
  });

  test("fails with --stateless when an answer does not match the contract", async () => {
    const { code, stdout } = await walkThrough(wrongId, "--stateless");
    expect(stdout).toContain("✗ getWebhook");
    expect(code).toBe(1);
  });
});

describe("no secret is printed", () => {
  /** Repeats the token wherever a service can; in one place, it breaks the schema. */
  const repeating: Fault = {
    answer(answer, { operation }) {
      answer.headers = { ...answer.headers, "X-Repeated": TOKEN };
      if (operation === "getWebhook" && answer.status === 200)
        Object.assign(Object(answer.body).webhook, { id: TOKEN });
      // An answer that is not JSON must hide its secrets, too.
      if (operation === "exchangeAccessToken") answer.headers["Content-Type"] = "text/plain";
    },
  };

  test.each(["", "--verbose", "--json -", "--verbose --json -"])("with the flags %o", async (flags) => {
    const { code, output } = await walkThrough(repeating, flags);
    expect(code).toBe(1);
    expect(output).toContain("<SECRET>");
    for (const secret of [TOKEN, "battery-staple", "tr0ub4dor-and-3"]) expect(output).not.toContain(secret);
  });
});

test("a refused creation is reported with its status and its reason, and leaves nothing to clean up", async () => {
  const { stdout, calls } = await walkThrough({
    answer(answer, { operation }) {
      if (operation === "createWebhook") Object.assign(answer, { status: 422, body: { title: "No such topic" } });
    },
  });
  expect(stdout).toMatch(
    /✗ create .* 422 in \d+ ms\n {6}status: 422, expected 200 \(.*No such topic.*\) \(§4\.3, §4\)\n/,
  );
  expect(stdout).toContain("get: no subscription could be created");
  expect(calls.filter(({ operation }) => operation === "deleteWebhook")).toEqual([]);
});

test("an interrupted walk leaves nothing behind", async () => {
  let created = () => {};
  const creation = new Promise<void>((resolve) => {
    created = resolve;
  });
  await using service = await startService({
    // The walk waits for this answer, which never comes, when it is interrupted.
    send(_, { operation, query }) {
      const last = operation === "listWebhooks" && query.get("limit") === "2";
      if (last) created();
      return last;
    },
  });
  const command = start(
    `SERVICE_ACCESS_TOKEN=${TOKEN} exec ${COMMAND} --timeout 1000 --server ${service.url}`,
    clone.folder,
  );
  await creation;
  expect(service.kept).not.toEqual(seeds());
  await command.close();
  expect(command.output()).toContain("The walk was interrupted.");
  expect(service.kept).toEqual(seeds());
});

test("a subscription that cannot be deleted is reported", async () => {
  const { code, stdout } = await walkThrough({
    answer(answer, { operation }) {
      if (operation === "deleteWebhook") answer.status = 409;
    },
    delete: () => {},
  });
  expect(stdout).toContain("✗ delete ");
  expect(stdout).toContain("Subscription 1025 was left behind: delete it by hand. (409, expected 200");
  expect(code).toBe(1);
});

describe("one sentence reports", () => {
  test("a wrong token", async () => {
    await using service = await startService();
    const { code, output } = await walk(`--server ${service.url}`, "wrong-token");
    expect(output).toBe(
      `service-admin-verify: ${service.url} refuses the access token in X-Service-Access-Token (status 401). Is SERVICE_ACCESS_TOKEN correct?\n`,
    );
    expect(code).toBe(1);
  });

  test("an unreachable host", async () => {
    const server = `http://127.0.0.1:${await freePort()}`;
    const { code, output } = await walk(`--server ${server}`);
    expect(output).toMatch(/^service-admin-verify: http:\S+ cannot be reached: connect ECONNREFUSED .+\.\n$/);
    expect(code).toBe(1);
  });

  test("a host that does not answer", async () => {
    const { code, output, url } = await walkThrough({ send: () => true }, "--timeout 300");
    expect(output).toBe(`service-admin-verify: ${url} did not answer within 300 ms.\n`);
    expect(code).toBe(1);
  });

  test("a peer that closes the connection", async () => {
    const hangsUp: Fault = {
      send(response) {
        response.destroy();
        return true;
      },
    };
    const { code, output, url } = await walkThrough(hangsUp);
    expect(output).toBe(`service-admin-verify: ${url} cannot be reached: other side closed.\n`);
    expect(code).toBe(1);
  });

  test("a host that answers HTML", async () => {
    const html: Fault = {
      answer(answer) {
        answer.headers = { "Content-Type": "text/html" };
        answer.body = "<!doctype html><title>Welcome</title>";
      },
    };
    const { code, output, url } = await walkThrough(html);
    expect(output).toBe(
      `service-admin-verify: ${url} answers HTML (status 200), not JSON. Is it the base URL of the service?\n`,
    );
    expect(code).toBe(1);
  });

  test("a redirect, which would take the token along", async () => {
    const redirect: Fault = {
      answer(answer) {
        answer.status = 302;
        answer.headers = { Location: `https://elsewhere.example/?token=${TOKEN}` };
      },
    };
    const { code, output, url } = await walkThrough(redirect);
    expect(output).toBe(
      `service-admin-verify: ${url} redirects to https://elsewhere.example (status 302). The redirect was not followed, since it would receive the access token.\n`,
    );
    expect(code).toBe(1);
  });

  test.each([
    ["", "Which service? Give --server <url>, or set SERVICE_BASE_URL."],
    ["--server service.example", "--server must be an absolute HTTP URL without credentials, query or fragment."],
    ["--server http://x.example --token hunter2", "set SERVICE_ACCESS_TOKEN to the access token instead"],
    ["--server http://x.example hunter2", "there are too many arguments"],
    ["--server http://x.example --tempo=hunter2", "--tempo is not an option of this command"],
    ["--server", "--server requires a value: url"],
    ["--server http://x.example --timeout soon", '--timeout must be a number of ms, 1 or more, got "soon".'],
    ["--server http://x.example --settle long", '--settle must be a number of seconds, 0 or more, got "long".'],
    ["--server http://x.example --address nowhere", '--address must be an absolute URL, got "nowhere".'],
    ["--server http://x.example --exchange-body none.json", "--exchange-body: none.json cannot be read."],
    ["--server http://x.example --exchange-body README.md", "--exchange-body: README.md is not JSON."],
  ])("the wrong command line %o", async (flags, sentence) => {
    const { code, output } = await walk(flags);
    expect(output).toContain(sentence);
    expect(output).not.toContain("hunter2");
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
  });

  test("a missing token", async () => {
    const { code, output } = await run(`${COMMAND} --server http://127.0.0.1:1`, clone.folder);
    expect(output).toBe("service-admin-verify: Set SERVICE_ACCESS_TOKEN to an access token of the service.\n");
    expect(code).toBe(2);
  });

  test("a report that cannot be written, after the result", async () => {
    const { code, output } = await walkThrough({}, "--json no/such/folder.json");
    expect(output).toContain("no breaches.");
    expect(output).toContain("--json: no/such/folder.json cannot be written.");
    expect(code).toBe(1);
  });
});

test("--help lists every option", async () => {
  const { code, stdout } = await run(`${COMMAND} --help`, clone.folder);
  for (const option of [
    "server",
    "stateless",
    "deliver",
    "strict",
    "settle",
    "exchange-body",
    "timeout",
    "json",
    "verbose",
  ]) {
    expect(stdout).toContain(`--${option}`);
  }
  expect(code).toBe(0);
});
