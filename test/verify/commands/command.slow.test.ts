import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { basePath } from "../../../generated/contract.js";
import { projectFolder, run } from "../../servers/command.js";
import { freePort } from "../../servers/port.js";
import { type Fault, FOREIGN, follows, refuses, Service, shows, TOKEN } from "../service.js";

const folder = join(projectFolder, "node_modules/.cache/verify-command");
beforeAll(async () => {
  const entryPoints = [join(projectFolder, "src/verify/command.ts")];
  await build({ entryPoints, bundle: true, format: "esm", platform: "node", outfile: join(folder, "command.mjs") });
});
afterAll(() => rm(folder, { recursive: true }));

async function command(
  flags: readonly string[],
  token = TOKEN,
  signals: { at: () => boolean; name: NodeJS.Signals }[] = [],
) {
  const env = { ...process.env, SERVICE_ACCESS_TOKEN: token };
  const child = spawn(process.execPath, [join(folder, "command.mjs"), ...flags], { env, cwd: folder });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const timer = setInterval(() => {
    if (signals[0]?.at()) child.kill(signals.shift()?.name);
  }, 5);
  await once(child, "close");
  clearInterval(timer);
  return { code: child.exitCode, output };
}

async function verify(
  fault: Fault | readonly Fault[],
  flags: readonly string[] = [],
  signals = (_: Service): Parameters<typeof command>[2] => [],
) {
  const service = new Service([fault].flat());
  await using server = await service.listen();
  const ended = await command(["--server", server.url, ...flags], TOKEN, signals(service));
  return { ...ended, left: service.rows.length - FOREIGN };
}

/** Takes some time for each answer. */
const slowly: Fault = async (call, next) => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return next(call);
};

test("a service that keeps the contract ends with exit code 0, and the reports that were asked for", async () => {
  const { code, output } = await verify(follows, ["--deliver", "--junit", "report.xml", "--observed", "observed.md"]);
  expect(output).toContain("ℹ fail 0");
  expect(code).toBe(0);
  const markdown = await readFile(join(folder, "observed.md"), "utf8");
  expect(markdown).toContain("| Which topics are allowed | a made-up one is accepted |");
  const xml = await readFile(join(folder, "report.xml"), "utf8");
  expect(xml).toContain('<testsuite name="4.6 Delete webhook"');
  expect(xml).toContain('<skipped type="skipped" message="sent only while others have no subscriptions"/>');
});

test("no secret is printed, nor written to a file, in whatever form a service repeats it", async () => {
  const forms = [
    TOKEN,
    encodeURIComponent(TOKEN),
    encodeURI(TOKEN),
    TOKEN.replace("/", "\\/"),
    TOKEN.replace(" ", "+"),
  ];
  const { output, code } = await verify(
    [
      refuses((call) => call.sent?.secret),
      async (call, next) => {
        if (!call.sent?.secret) return next(call);
        return { status: 422, body: { sent: call.sent.secret, wrong: encodeURIComponent(JSON.stringify(call.sent)) } };
      },
      shows("getWebhook", { topic: forms.join(" ") }),
      shows("updateWebhook", { address: `${"x".repeat(150)}${TOKEN}` }),
      refuses(({ operation }) => operation === "deliverWebhook", 422),
      shows("exchangeAccessToken", { id: "7", client_secret: "tr0ub4dor", code: { value: "xkcd-0936" } }),
    ],
    ["--deliver", "--junit", "secret.xml", "--observed", "secret.md"],
  );
  const files = await Promise.all(["secret.xml", "secret.md"].map((name) => readFile(join(folder, name), "utf8")));
  const printed = output + files.join("");
  expect(code).toBe(1);
  expect(printed).toContain("/oauth/id must be an integer");
  expect(printed).toContain("<HIDDEN>");
  for (const secret of [...forms, "correct-ho", "tr0ub4dor", "xkcd-0936"]) expect(printed).not.toContain(secret);
  expect(printed).not.toMatch(/made-up-[0-9a-f]{8}/);
});

test("nothing that a terminal would obey, or XML cannot hold, is printed", async () => {
  const { output } = await verify(shows("getWebhook", { topic: "\u001b[2J\u009b\u202e<a&\u0000\ud800\uffff]]>" }), [
    "--junit",
    "evil.xml",
  ]);
  expect([...output].filter((character) => /[\p{Cc}\u202e]/u.test(character) && character !== "\n")).toEqual([]);
  const script = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])";
  expect(await run(`python3 -c '${script}' ${join(folder, "evil.xml")}`)).toMatchObject({ code: 0 });
});

test("a mock forgets what it is sent: the command says so, and the exit code is 3", async () => {
  const { code, output } = await command(["--server", inject("mockUrl")]);
  expect(output).toContain("stopped early: this looks like a mock: it forgets what it is sent");
  expect([output.includes("ℹ fail 0"), code]).toEqual([true, 3]);
});

describe("Ctrl+C", () => {
  const after =
    (count: number, name: NodeJS.Signals = "SIGINT") =>
    (service: Service) => [{ at: () => service.calls.length > count, name }];

  test.each([8, 60])("Ctrl+C after %i requests deletes what was created, and the exit code is 1", async (count) => {
    const { code, output, left } = await verify(slowly, [], after(count));
    expect([code, left]).toEqual([1, 0]);
    expect(output).toContain("stopped early: the run was interrupted");
  });

  test("Ctrl+C that comes twice ends the command, which names what is left", async () => {
    const { code, output, left } = await verify(slowly, [], (service) => {
      const first = () => service.calls.length > 30;
      // Later than npm would pass the first one on.
      const second = () => service.calls.length > 50;
      return [
        { at: first, name: "SIGINT" },
        { at: second, name: "SIGINT" },
      ];
    });
    expect(code).toBe(1);
    expect(left).toBeGreaterThan(0);
    expect(output.match(/^webhook "\d+", topic/gm)?.length).toBeGreaterThanOrEqual(left);
  });
});

describe("through npm on a terminal", () => {
  /** Types into a terminal, in which npm runs the command, as soon as it has printed a text. */
  async function inTerminal(fault: Fault, command: string, text: string, typed: string) {
    const service = new Service([fault]);
    await using server = await service.listen();
    const line = `npm run verify -- --server ${server.url}${command}`;
    const env = { ...process.env, SERVICE_ACCESS_TOKEN: TOKEN };
    const terminal = spawn("script", ["-qec", line, "/dev/null"], { cwd: projectFolder, env });
    let output = "";
    let isTyped = false;
    terminal.stdout.on("data", (chunk) => {
      output += chunk;
      if (!isTyped && output.includes(text)) isTyped = terminal.stdin.write(typed);
    });
    await once(terminal, "close");
    return { output, left: service.rows.length - FOREIGN, sent: service.sent("createWebhook").length };
  }

  test("Ctrl+C ends a wait at once, and what was created is deleted", async () => {
    const waits: Fault = async (call, next, service) => {
      const isThird = call.operation === "createWebhook" && service.sent("createWebhook").length === 3;
      return isThird ? { status: 429, headers: { "Retry-After": "55" }, body: {} } : next(call);
    };
    const start = performance.now();
    const { output, left } = await inTerminal(waits, "", "list shows each of them", "\u0003");
    expect(output).toContain("✔ everything that this run has created is deleted");
    expect(left).toBe(0);
    expect(performance.now() - start).toBeLessThan(40_000);
  });

  test("a reader that stops early, such as head, leaves nothing", async () => {
    const { output, left, sent } = await inTerminal(slowly, " | head -6", "nothing", "");
    expect(output).toContain("all that exists can be read");
    expect(sent).toBeGreaterThan(0);
    expect(left).toBe(0);
  });
});

describe("what verify says in one line", () => {
  const always =
    (status: number, body = "{}"): Fault =>
    () => ({ status, body });
  test.each<[string, Fault, string]>([
    ["that the token is wrong", always(401), "refuses the access token in X-Service-Access-Token (status 401)"],
    ["that the service redirects", always(302), "redirects (status 302)"],
    ["that its path is wrong", always(404), "(status 404). Is it the base URL of the service?"],
    ["that it is a web page", always(200, "<!doctype html>"), "answers HTML (status 200), not JSON"],
  ])("verify says in one line %s", async (_, fault, line) => {
    const { code, output } = await verify(fault);
    expect(output).toContain(line);
    expect([output.trim().split("\n").length, code]).toEqual([1, 1]);
  });

  test("verify says in one line that nothing listens there", async () => {
    const { code, output } = await command(["--server", `http://127.0.0.1:${await freePort()}`]);
    expect(output).toMatch(/^service-admin-verify: http:\S+ cannot be reached: connect ECONNREFUSED .+\.\n$/);
    expect(code).toBe(1);
  });

  const server = "--server http://x.example";
  test.each([
    ["", "Which service? Give --server <url>, or set SERVICE_BASE_URL."],
    ["--server service.example", "--server must be an absolute HTTP URL"],
    [`${server}${basePath}/webhooks`, `--server must be a base URL: leave out ${basePath}/webhooks.`],
    [`${server} --address nowhere`, "--address must be an absolute URL"],
    [`${server} --topic foo`, "--topic must look like orders/create"],
    [`${server} --exchange-body none.json`, "--exchange-body: none.json cannot be read."],
    [`${server} --junit no/such/folder.xml`, "--junit: no/such/folder.xml cannot be written."],
  ])("verify says in one line what is wrong with the command line %o", async (line, message) => {
    const { code, output } = await command(line.split(" ").filter(Boolean));
    expect(output).toContain(message);
    expect([output.trim().split("\n").length, code]).toEqual([1, 2]);
  });

  test("verify says in one line that the token is missing", async () => {
    const { code, output } = await command(server.split(" "), " ");
    expect([output, code]).toEqual([
      "service-admin-verify: Set SERVICE_ACCESS_TOKEN to an access token of the service.\n",
      2,
    ]);
  });
});
