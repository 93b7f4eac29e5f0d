import { randomUUID } from "node:crypto";
import { access, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { accessToken, type OperationId, operations, responseExamples } from "../../../generated/contract.js";
import { byStatus } from "../../../src/by-status.js";
import { startSandbox } from "../../../src/sandbox/server/index.js";
import { orders } from "../../sandbox/transports.js";
import { run } from "../../servers/command.js";
import { freePort } from "../../servers/port.js";
import { answering, isCall, lagging, madeUp, querying, refusing, showing, storing } from "../faults.js";
import {
  type Circumstances,
  type Fault,
  isTopicListed,
  type Json,
  refusal,
  success,
  TOKEN,
  walker,
} from "../service.js";

const tests = walker();
const { walk, command } = tests;

const reply = (operation: string, change: Json) =>
  answering(operation, (_b, _c, found) => Object.assign(found, change));
const always =
  (answer: Json): Fault =>
  () =>
    answer;

describe("the result", () => {
  test("names the section, the test and what is wrong, and how many tests were skipped", async () => {
    const { output, code } = await walk([showing("getWebhook", ({ id }) => ({ id: String(id) }))], { flags: [] });
    expect(output).toMatch(/▶ 4\.5 Get webhook\n +✖ a subscription of each format is as its creation has shown it/);
    expect(output).toContain('[Breach: /webhook/id must be an integer, is "1025" (getWebhook)]');
    expect(output).toMatch(/﹣ a delivery \(.*\) # add --deliver/);
    expect(output).toMatch(
      /﹣ nothing is done without topic, .* # it is sent only where no foreign subscription exists/,
    );
    expect(output).toContain(`ℹ skipped ${output.match(/^ +﹣ /gm)?.length}`);
    expect(output.split("\n").filter((line) => /^\s+at /.test(line))).toEqual([]);
    expect(code).toBe(1);
  });

  test("repeats at the end what failed, with its section and a line that repeats the request", async () => {
    const { output } = await walk([showing("getWebhook", ({ id }) => ({ id: String(id) }))], { flags: [] });
    const [, end = ""] = output.split("✖ failing tests:\n\n");
    expect(end).toMatch(
      /^✖ 4\.5 Get webhook: a subscription of each format .*\n {2}\[Breach: .*\]\n {2}Repeat it: curl -i 'http/,
    );
    expect(end).toContain(`/webhooks/1025' -H "${accessToken.header}: $SERVICE_ACCESS_TOKEN"`);
  });

  test.each(["--junit", "--observed"])(
    "ends with one line where the file of %s cannot be written, such as on a full disk, and leaves nothing",
    async (flag) => {
      const { output, code, left } = await walk([], { flags: [flag, "/dev/full"] });
      expect(output.trimEnd().split("\n").slice(-2)).toEqual([
        expect.stringMatching(/^ℹ duration_ms/),
        expect.stringMatching(new RegExp(`^service-admin-verify: ${flag}: /dev/full cannot be written: ENOSPC`)),
      ]);
      expect([code, left]).toEqual([1, []]);
    },
  );

  test("shows words that have a short token within them", async () => {
    const { output } = await command(["--server", `http://127.0.0.1:${await freePort()}`], { token: "t" });
    expect(output).toContain(" cannot be reached: connect ECONNREFUSED 127.0.0.1:");
  });

  test("warns where a service departs from how this project reads the document, and only --strict fails", async () => {
    const [lenient, strict] = await Promise.all([walk(madeUp), walk(madeUp, { flags: ["--strict"] })]);
    expect(lenient.output).toContain(
      "Warning: Which scopes an access token has, and how long it lives: a made-up access token is accepted",
    );
    expect([lenient.code, strict.code]).toEqual([0, 1]);
    expect(strict.failed).toEqual(["with a token that nobody has"]);
  });

  test("warns of times without seconds, of addresses and topics in another form, and of what a delivery shows", async () => {
    // A topic that the contract does not list is a breach.
    const topic = isTopicListed ? orders.topic : orders.topic.replace("/", "/items/");
    const delivered = { address: "https://bücher.example/", topic, format: "xml" };
    const { output, code } = await walk([
      showing("exchangeAccessToken", { created_at: "2026-03-02T08:15Z" }),
      showing("deliverWebhook", delivered),
    ]);
    expect(output).toContain("Warning: How a timestamp is written");
    expect(output).toContain("Warning: What a URL in `address` is");
    expect(output.includes("Warning: Which topics are allowed")).toBe(!isTopicListed);
    expect(output).toContain("Warning: What a triggered delivery sends");
    expect(code).toBe(0);
  });

  test("warns once of all times that are without seconds", async () => {
    const shortened = ({ created_at }: Json) => ({ created_at: created_at.replace(/:\d\d(?=[+-]\d\d:\d\d$)/, "") });
    const { output } = await walk(["createWebhook", "listWebhooks"].map((operation) => showing(operation, shortened)));
    expect(output.match(/Warning: How a timestamp is written/g)).toHaveLength(1);
  });

  test("is annotations with --format github, and a service cannot add one", async () => {
    const evil = showing("getWebhook", { topic: "100%\n::error::gone" });
    const { output, code } = await walk([madeUp, evil], { flags: ["--format", "github"] });
    const lines = output.trimEnd().split("\n");
    expect(lines.filter((line) => !/^::(error|warning|notice) title=[^:,]+::./.test(line))).toEqual([]);
    expect(output).toMatch(
      /^::error title=a subscription of each format is as its creation has shown it::.*100%25\\n::error::gone/m,
    );
    expect(output).toMatch(/^::warning title=warning::Warning: Which scopes an access token has/m);
    expect(output).toMatch(/^::notice title=a delivery::not checked: add --deliver$/m);
    expect(code).toBe(1);
  });

  test("shows the texts of the answers that are out of order", async () => {
    const { output } = await walk(querying((query) => query.has("sort_by") && query.set("sort_order", "desc")));
    expect(output).toMatch(/sort_by=created_at&sort_order=asc shows "(\d{4}-.+)" before "(\d{4}-.+)"\]/);
  });

  test("is also JUnit XML with --junit, whatever the service has sent", async () => {
    const evil = showing("getWebhook", { topic: '<a href="&">\u0000\ud800\uffff]]>' });
    await walk([madeUp, evil], { flags: ["--junit", "report.xml"] });
    const xml = await readFile(join(tests.folder, "report.xml"), "utf8");
    expect(xml).toContain('<testsuite name="4.5 Get webhook"');
    expect(xml).toMatch(/<skipped type="skipped" message="add --deliver"/);
    expect(xml).toContain("cause: [Breach: ");
    expect(xml).not.toMatch(/^\s+at /m);
    const script = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])";
    expect(await run(`python3 -c '${script}' ${join(tests.folder, "report.xml")}`)).toMatchObject({ code: 0 });
  });

  test.each<[string, Fault, Circumstances["signals"]]>([
    ["the service refuses the token", always(refusal(401)), []],
    ["a signal comes before the walk has begun", () => new Promise(() => {}), [[0, "SIGTERM"]]],
  ])("is no JUnit file where %s", async (_, fault, signals = []) => {
    const junit = `${randomUUID()}.xml`;
    const { code } = await walk(fault, { flags: ["--junit", junit], signals });
    expect(code).toBe(1);
    await expect(access(join(tests.folder, junit))).rejects.toThrow("ENOENT");
  });
});

describe("a server that forgets what it is sent is taken for a mock: one creation is sent, and the exit code is 3,", () => {
  const sentence = "this looks like a mock: it forgets what it is sent. Verify the service, or a server with a memory";

  test("for Prism", async () => {
    const { code, output } = await command(["--server", inject("mockUrl"), "--deliver"]);
    expect(output).toContain(sentence);
    expect(output).toContain("✔ nothing of the walk is left");
    expect(output).toContain("ℹ fail 0");
    expect(code).toBe(3);
  });

  test("for one that answers with the contract's examples, of which some have the same id", async () => {
    const examples: Json = structuredClone(responseExamples);
    examples.createWebhook.webhook.id = examples.listWebhooks.webhooks[0].id;
    const forgetful: Fault = (call) =>
      call.token === TOKEN ? success(call, structuredClone(examples[call.operation])) : refusal(401);
    const { code, output, service, failed } = await walk(forgetful);
    expect(output).toContain(sentence);
    expect([failed, code]).toEqual([[], 3]);
    const writes = service.calls.filter(({ operation }) => operations[operation as OperationId].method !== "GET");
    expect(writes.map(({ operation }) => operation)).toEqual(["createWebhook"]);
  });

  test("and not for one that keeps a subscription in other words: that is a breach, and it is named", async () => {
    const { topic, address } = responseExamples.createWebhook.webhook;
    const { code, output, left, failed } = await walk(storing("createWebhook", () => ({ topic, address })));
    expect(output).not.toContain(sentence);
    expect(failed).toContain("a topic and an address are enough, and the format is json");
    for (const { id } of left) expect(output).toContain(`webhook "${id}", topic`);
    expect(code).toBe(1);
  });
});

describe("a walk that is interrupted deletes what it has created, and fails", () => {
  test.each([
    [4, "SIGINT"],
    [55, "SIGTERM"],
  ] as const)("after %i requests, by %s", async (requests, signal) => {
    const walked = await walk([], { signals: [[requests, signal]] });
    expect([walked.code, walked.left, walked.others]).toEqual([1, [], walked.before]);
    expect(walked.output).toContain("the walk was interrupted");
    expect(walked.output).toContain("✔ nothing of the walk is left");
  });

  test("right after a creation that reads do not show yet", async () => {
    const { code, left } = await walk([lagging(300)], { flags: ["--settle", "0.6"], signals: [[2, "SIGINT"]] });
    expect([code, left]).toEqual([1, []]);
  });

  test("twice: it then stops at once, and names all that it has created", async () => {
    const stuck: Fault = (call, next, { calls }) => {
      return calls.length > 20 && call.operation === "getWebhook" ? new Promise(() => {}) : next(call);
    };
    const walked = await walk(stuck, {
      signals: [
        [20, "SIGINT"],
        [21, "SIGTERM"],
      ],
    });
    expect(walked.code).toBe(1);
    expect(walked.left.length).toBeGreaterThan(1);
    for (const { id } of walked.left) expect(walked.output).toContain(`webhook "${id}", topic`);
  });
});

test("a walk whose output is not read to its end deletes what it has created", async () => {
  await using sandbox = await startSandbox({ port: 0, seed: 25 });
  const flags = `--server ${sandbox.url} --junit ${tests.folder}/head.xml`;
  const { output } = await run(`SERVICE_ACCESS_TOKEN=any node ${tests.folder}/command.js ${flags} | head -1`);
  expect(output).toBe("▶ 4.2 List webhook subscriptions\n");
  expect(sandbox.webhooks).toHaveLength(25);
});

describe("no secret is printed, and nothing that a terminal would obey", () => {
  const secrets = { client_secret: "battery-staple", code: "tr0ub4dor-and-3" };
  const number = 4815162342;
  const escaped = TOKEN.replace("/", "\\/");
  test.each<[string, Fault | Fault[]]>([
    [
      "repeats the token in what is wrong",
      showing("getWebhook", { id: `x ${TOKEN} ${encodeURIComponent(TOKEN)} \u001b[2J\u202e` }),
    ],
    [
      "refuses with the token",
      (call, next) => (isCall("createWebhook")(call) ? refusal(422, { sent: TOKEN }) : next(call)),
    ],
    [
      "refuses with the token, as PHP writes it",
      (call, next) => (isCall("createWebhook")(call) ? refusal(422, `{"sent":"${escaped}"}`) : next(call)),
    ],
    ["lists the token", showing("listWebhooks", { format: TOKEN })],
    [
      "makes the token an id, and fails to get it",
      [showing("createWebhook", { id: TOKEN }), refusing(({ operation }) => operation === "getWebhook", 500)],
    ],
    [
      "refuses with secrets of other fields",
      refusing(isCall("createWebhook"), 422, { wrong: { client_secret: secrets.client_secret } }),
    ],
    ["returns a record in another form", showing("exchangeAccessToken", { ...secrets, id: "7", client_id: 7 })],
    [
      "returns a record whose secrets are a number and an object",
      showing("exchangeAccessToken", { client_secret: number, code: { value: secrets.code } }),
    ],
    [
      "returns a record with a secret as its time",
      showing("exchangeAccessToken", { created_at: `${secrets.code}T08:15Z` }),
    ],
    ["returns a record twice", reply("exchangeAccessToken", { body: { oauth: [secrets, secrets] } })],
    ["returns a record with status 500", reply("exchangeAccessToken", { status: 500, body: { oauth: secrets } })],
    [
      "returns a record that is no JSON",
      reply("exchangeAccessToken", { body: `client_secret=${secrets.client_secret}&code=${secrets.code}` }),
    ],
  ])("although the service %s", async (_, fault) => {
    const junit = `${randomUUID()}.xml`;
    const { output } = await walk(fault, { flags: ["--junit", junit] });
    const printed = output + (await readFile(join(tests.folder, junit), "utf8"));
    for (const secret of [TOKEN, encodeURIComponent(TOKEN), escaped, `${number}`, ...Object.values(secrets)])
      expect(printed).not.toContain(secret);
    expect(
      [...output].filter((character) => (character < " " && character !== "\n") || character === "\u202e"),
    ).toEqual([]);
  });

  test("a token with spaces around it is hidden as the service sees it", async () => {
    const { output } = await walk(refusing(isCall("createWebhook"), 422, { sent: TOKEN }), { token: ` ${TOKEN}\n` });
    expect(output).toContain('({"sent":"<HIDDEN>"})');
  });

  test("a payload of the exchange is sent, and nothing of its answer is printed", async () => {
    await writeFile(join(tests.folder, "payload.json"), JSON.stringify({ grant: { code: "one-time-pad" } }));
    // In the form of the contract, if it declares one.
    const { failure } = byStatus(operations.exchangeAccessToken.responses, 400) ?? {};
    const repeating: Fault = (call, next) =>
      isCall("exchangeAccessToken")(call) ? refusal(400, { ...failure?.example, wrong: call.body }) : next(call);
    const { output, failed, sent } = await walk(repeating, { flags: ["--exchange-body", "payload.json"] });
    expect(output).toContain("exchangeAccessToken is refused with status 400: give a payload with --exchange-body");
    expect(output).not.toContain("one-time-pad");
    expect(sent("exchangeAccessToken").map(({ body }) => body)).toEqual([{ grant: { code: "one-time-pad" } }]);
    expect(failed).toEqual([]);
  });
});

describe("one sentence says", () => {
  const page = { status: 200, headers: { "Content-Type": "text/html" }, body: "<!doctype html><title>Welcome</title>" };
  test.each<[string, Fault, string]>([
    [
      "that the token is wrong",
      always(refusal(401)),
      `refuses the access token in ${accessToken.header} (status 401). Is SERVICE_ACCESS_TOKEN correct?`,
    ],
    ["that nothing is answered", () => new Promise(() => {}), "cannot be reached: nothing came within 500 ms."],
    [
      "that the connection is closed",
      () => {
        throw new Error("closed");
      },
      "cannot be reached: other side closed.",
    ],
    ["that it is a web page", always(page), "answers HTML (status 200), not JSON. Is it the base URL of the service?"],
    [
      "that it redirects, which would take the token along",
      always({ ...page, status: 302, headers: { Location: `https://elsewhere.example/?${TOKEN}` } }),
      "redirects (status 302). The redirect was not followed, since it would receive the access token.",
    ],
  ])("%s", async (_, fault, sentence) => {
    const { code, output } = await walk(fault, {
      flags: ["--timeout", sentence.includes("500") ? "500" : "10000"],
    });
    expect(output).toMatch(/^service-admin-verify: http:[^\n]+\n$/);
    expect(output).toContain(` ${sentence}\n`);
    expect(code).toBe(1);
  });

  test("that nothing listens there", async () => {
    const { code, output } = await command(["--server", `http://127.0.0.1:${await freePort()}`]);
    expect(output).toMatch(/^service-admin-verify: http:\S+ cannot be reached: connect ECONNREFUSED .+\.\n$/);
    expect(code).toBe(1);
  });

  const server = "--server http://x.example";
  test.each([
    ["", "Which service? Give --server <url>, or set SERVICE_BASE_URL."],
    ["--server service.example", "--server must be an absolute HTTP URL without credentials, query or fragment."],
    [`${server} --token hunter2`, "Unknown option '--token'"],
    [`${server} --timeout soon`, '--timeout must be a number of ms, 1 or more, got "soon".'],
    [`${server} --settle long`, '--settle must be a number of seconds, 0 or more, got "long".'],
    [`${server} --format xml`, "--format is one of: spec, github."],
    [`${server} --address nowhere`, '--address must be an absolute URL, got "nowhere".'],
    [`${server} --exchange-body none.json`, "--exchange-body: none.json cannot be read."],
    [`${server} --exchange-body command.js`, "--exchange-body: command.js is not JSON."],
    [`${server} --junit no/such/folder.xml`, "--junit: no/such/folder.xml cannot be written."],
    [`${server} --observed no/such/folder.md`, "--observed: no/such/folder.md cannot be written."],
    [`${server} --observed .`, "--observed: . cannot be written."],
    [`${server} --topic foo`, /--topic must .+, got "foo"\./],
  ])("what is wrong with the command line %o", async (line, sentence) => {
    const { code, output } = await command(line.split(" ").filter((word) => word !== ""));
    expect(output).toMatch(sentence);
    expect(output).not.toContain("hunter2");
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
  });

  test("that the token is missing", async () => {
    const { code, output } = await command(server.split(" "), { token: "" });
    expect(output).toBe("service-admin-verify: Set SERVICE_ACCESS_TOKEN to an access token of the service.\n");
    expect(code).toBe(2);
  });
});
