import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/server/index.js";
import { commandLine } from "../../../src/verify/flags.js";
import { clientOf } from "../../client/examples.js";
import { cloneOfProject } from "../../servers/clone.js";
import { run, start } from "../../servers/command.js";
import { freePort } from "../../servers/port.js";
import { DOCUMENTED_FOLDER } from "../../worlds/documented.js";
import { acceptingMadeUp, deletingFirst, fields, headers, on } from "../layers.js";
import { startService } from "../served.js";
import { type Fault, refusal, TOKEN } from "../service.js";

const clone = cloneOfProject();

beforeAll(async () => {
  for (const file of await readdir(DOCUMENTED_FOLDER))
    if (file.endsWith(".ts")) await cp(join(DOCUMENTED_FOLDER, file), join(clone.folder, "generated", file));
});

const COMMAND = "node --import tsx src/verify/command.ts";

/** Runs the command with an access token in its environment. */
function walk(flags: string, token = TOKEN) {
  return run(`SERVICE_ACCESS_TOKEN='${token}' ${COMMAND} ${flags}`, clone.folder);
}

/** Runs the command against a service with faults. */
async function walkThrough(faults: readonly Fault[] = [], flags = "") {
  await using service = await startService(faults);
  return { ...(await walk(`--server ${service.url} ${flags}`)), url: service.url, calls: service.calls };
}

/** Does not answer the requests that match. */
function silent(matches: (call: Parameters<Fault>[0]) => boolean): Fault {
  return (call, next) => (matches(call) ? new Promise<never>(() => {}) : next(call));
}

const wrongId = fields("get", ({ id }) => ({ id: String(id) }));

describe("the result", () => {
  test("fits on one screen, with exit code 0, when the service follows the contract", async () => {
    const { code, stdout } = await walkThrough([], "--deliver");
    expect(stdout).toMatch(/\d+ requests in \d+ steps: no breaches\. Not checked: nothing\.\n$/);
    expect(stdout.split("\n").length).toBeLessThanOrEqual(24);
    expect(code).toBe(0);
  });

  test("names the step, the request and the breach, with exit code 1, when it does not", async () => {
    const { code, stdout } = await walkThrough([wrongId]);
    expect(stdout).toMatch(/✗ get +GET \/api\/admin\/26\.0\/webhooks\/1025 +200 in \d+ ms/);
    expect(stdout).toContain('schema: /webhook/id must be a whole number, is "1025" (§2.2)');
    expect(stdout).toMatch(/^Cleaned up: the service says that \d+ items are deleted\.$/m);
    expect(code).toBe(1);
  });

  test("is written to a JSON file on request", async () => {
    const { code } = await walkThrough([wrongId], "--json report.json");
    const report = JSON.parse(await readFile(join(clone.folder, "report.json"), "utf8"));
    expect(code).toBe(1);
    expect(report).toMatchObject({ ok: false, stateless: false, cleanUp: { failed: [] } });
    const step = report.steps.find(({ breaches }: { breaches: unknown[] }) => breaches.length > 0);
    expect(step).toMatchObject({ step: "get", method: "GET", status: 200, departures: [] });
    expect(step.breaches).toEqual([
      { check: "schema", message: '/webhook/id must be a whole number, is "1025"', source: "§2.2" },
    ]);
  });

  test("is printed as JSON on request", async () => {
    const { stdout } = await walkThrough([], "--json -");
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });
});

test("the sandbox follows the contract, memory included, and the walk leaves nothing in it", async () => {
  await using sandbox = await startSandbox({ port: 0, seed: 25 });
  const flags = `--server ${sandbox.url} --deliver --topic test/verify`;
  const { code, stdout } = await run(`SERVICE_ACCESS_TOKEN=any ${COMMAND} ${flags}`);
  expect(stdout).toContain(" steps: no breaches");
  expect(code).toBe(0);
  const sent = sandbox.deliveries.map(({ topic, format }) => ({ topic, format }));
  expect(sent).toEqual(["json", "xml"].map((format) => ({ topic: "test/verify", format })));
  expect(await clientOf(sandbox).list()).toHaveProperty("pagination.total", 25);
});

test("GitHub shows at its run what fails, what departs and what is left out, and nothing that a service has written ends a line", async () => {
  const short = fields("list", ({ id }) => (id === 1003 ? { created_at: "2026-03-02T08:15+00:00" } : {}));
  const faults = [short, fields("get", { created_at: "100%\n::error::gone" }), deletingFirst];
  const { code, stdout } = await walkThrough(faults, "--format github");
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^::error title=what belongs to others::webhook "1001" of others is missing/);
  expect(stdout).toMatch(
    /^::error title=get::schema: \/webhook\/created_at must .*"100%25\\n::error::gone" \(§2\.2\)$/m,
  );
  expect(stdout).toMatch(/^::warning title=list::departure, schema: \/webhooks\/\d+\/created_at is "2026-03-02T08:15/m);
  expect(stdout).toMatch(/^::notice title=not checked::deliverWebhook: add --deliver$/m);
  expect(lines.filter((line) => !/^::(error|warning|notice) title=[^:,]+::/.test(line))).toEqual([]);
  expect(code).toBe(1);
});

describe("the options of the command", () => {
  test("a departure fails the walk only with --strict", async () => {
    const [lenient, strict] = await Promise.all([
      walkThrough([acceptingMadeUp]),
      walkThrough([acceptingMadeUp], "--strict"),
    ]);
    expect(lenient.stdout).toContain("no breaches, 2 departures (only --strict fails).");
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
    const { calls, stdout } = await walkThrough([]);
    expect(stdout).toMatch(/Not checked: deliverWebhook: add --deliver\.\n$/);
    expect(calls.filter(({ role }) => role === "trigger")).toEqual([]);
  });

  test("the delivery goes to the given address", async () => {
    const { calls } = await walkThrough([], "--deliver --topic carts/update --address https://here.example/in?a=1");
    const delivery = calls.find(({ role }) => role === "trigger");
    expect(delivery?.sent["topic"]).toBe("carts/update");
    expect(delivery?.sent["address"]).toMatch(/^https:\/\/here\.example\/in\?a=1&.*verification=/);
  });

  test("the token exchange sends the payload of a given file, or none", async () => {
    const payload = JSON.stringify({ code: "one-time-code" });
    await writeFile(join(clone.folder, "exchange.json"), payload);
    const bodies = ["", "--exchange-body exchange.json"].map(async (flags) => {
      const { calls } = await walkThrough([], flags);
      return calls.find(({ role }) => role === "exchange")?.body;
    });
    expect(await Promise.all(bodies)).toEqual([undefined, payload]);
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
    const { code, stdout } = await walkThrough([wrongId], "--stateless");
    expect(stdout).toContain("✗ getWebhook");
    expect(code).toBe(1);
  });
});

describe("no secret is printed", () => {
  /** Repeats the token wherever a service can; in one place, it breaks the schema. */
  const repeating: Fault[] = [
    fields("get", { id: TOKEN }),
    // An answer that is not JSON must hide its secrets, too.
    headers("exchange", { "Content-Type": "text/plain" }),
    fields("exchange", { client_secret: "battery-staple", code: "tr0ub4dor-and-3" }),
    async (call, next) => {
      const reply = await next(call);
      return { ...reply, headers: { ...reply.headers, "X-Repeated": TOKEN } };
    },
  ];

  test.each(["", "--verbose", "--json -", "--verbose --json -"])("with the flags %o", async (flags) => {
    const { code, output } = await walkThrough(repeating, flags);
    expect(code).toBe(1);
    expect(output).toContain("<SECRET>");
    for (const secret of [TOKEN, "battery-staple", "tr0ub4dor-and-3"]) expect(output).not.toContain(secret);
  });
});

test("the words of errors are no secrets, and the words of the result stay", async () => {
  const failing = on("get", (reply) => Object.assign(reply, refusal(404, { code: "failed", secret: "schema" })));
  const { output } = await walkThrough([failing], "--verbose");
  expect(output).toContain('{"code":"failed","secret":"schema"}');
  expect(output).toContain('status: 404, expected 200 ({"code":"failed","secret":"schema"})');
  expect(output).not.toContain("<SECRET>:");
});

test("what a terminal would obey is shown as text", async () => {
  const { output } = await walkThrough([fields("get", { topic: "\u001b[2Jgone\u202e" })]);
  expect(output).toContain("\\u001b[2Jgone");
  expect(output).not.toContain("\u001b");
  expect(output).not.toContain("\u202e");
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "a walk that %s interrupts leaves nothing behind",
  async (signal) => {
    let created = () => {};
    const creation = new Promise<void>((resolve) => {
      created = resolve;
    });
    // The walk waits for this answer, which never comes, when it is interrupted.
    const isLast = ({ role, query }: Parameters<Fault>[0]) => role === "list" && query.get("limit") === "2";
    const fault = silent((call) => {
      if (isLast(call)) created();
      return isLast(call);
    });
    await using service = await startService([fault]);
    const before = await service.rows();
    const command = start(
      `SERVICE_ACCESS_TOKEN=${TOKEN} exec ${COMMAND} --timeout 1000 --server ${service.url}`,
      clone.folder,
    );
    await creation;
    expect(await service.rows()).not.toEqual(before);
    await command.close(signal);
    expect(command.output()).toContain("the walk was interrupted");
    expect(await service.rows()).toEqual(before);
  },
);

test("a service that closes a kept connection at a write passes", async () => {
  await using service = await startService([], 24, { isImpatient: true });
  const { code, stdout } = await walk(`--server ${service.url}`);
  expect(stdout).toContain("no breaches");
  expect(code).toBe(0);
});

test("a report for pipelines has a test case for each step, and escapes what the service sent", async () => {
  await walkThrough([acceptingMadeUp, fields("get", { topic: '<a href="&">\u0000\ud800' })], "--junit report.xml");
  const xml = await readFile(join(clone.folder, "report.xml"), "utf8");
  expect(xml).toMatch(/<testcase name="get" time="[\d.]+"><failure message="[^"]*&#x003c;a href=[^"]*&#x0026;[^"<]*"/);
  expect(xml).toMatch(
    /name="authentication" time="[\d.]+"><skipped message="departure, refusal: a made-up access token/,
  );
  expect(xml).toMatch(/<testsuite name="Service API at [^"]*" tests="\d+" failures="[1-9]" errors="0" skipped="\d+">/);
  expect([...xml].every((character) => character >= " " || character === "\n")).toBe(true);
  expect(() => encodeURIComponent(xml)).not.toThrow();
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

  test.each<[string, Fault, string]>([
    ["a host that does not answer", silent(() => true), "did not answer within 1000 ms."],
    [
      "a peer that closes the connection",
      () => {
        throw new Error("Hangs up");
      },
      "cannot be reached: other side closed.",
    ],
    [
      "a host that answers HTML",
      () => ({ status: 200, headers: { "Content-Type": "text/html" }, body: "<!doctype html><title>Welcome</title>" }),
      "answers HTML (status 200), not JSON. Is it the base URL of the service?",
    ],
    [
      "a redirect, which would take the token along",
      () => ({ status: 302, headers: { Location: `https://elsewhere.example/?token=${TOKEN}` }, body: "" }),
      "redirects to https://elsewhere.example (status 302). The redirect was not followed, since it would receive the access token.",
    ],
  ])("%s", async (_, fault, sentence) => {
    const { code, output, url } = await walkThrough([fault], "--timeout 1000");
    expect(output).toBe(`service-admin-verify: ${url} ${sentence}\n`);
    expect(code).toBe(1);
  });

  test.each([
    ["", "Which service? Give --server <url>, or set SERVICE_BASE_URL."],
    ["--server service.example", "--server must be an absolute HTTP URL without credentials, query or fragment."],
    ["--server http://x.example --token hunter2", "set SERVICE_ACCESS_TOKEN to the access token instead"],
    ["--server http://x.example --timeout soon", '--timeout must be a number of ms, 1 or more, got "soon".'],
    ["--server http://x.example --settle long", '--settle must be a number of seconds, 0 or more, got "long".'],
    ["--server http://x.example --format xml", "--format is one of: text, github."],
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
    const { code, output } = await walkThrough([], "--json no/such/folder.json");
    expect(output).toContain("no breaches.");
    expect(output).toContain("--json: no/such/folder.json cannot be written.");
    expect(code).toBe(1);
  });
});

test("--help lists every option", async () => {
  const { code, stdout } = await run(`${COMMAND} --help`, clone.folder);
  for (const option of Object.keys(commandLine.options)) {
    expect(stdout).toContain(`--${option}`);
  }
  expect(code).toBe(0);
});
