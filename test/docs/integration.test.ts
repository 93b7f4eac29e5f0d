import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { jsonIn } from "../../src/json.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { clientOf } from "../client/examples.js";
import { codeBlocks, commands, example } from "../readme/readme.js";
import { kept } from "../sandbox/transports.js";
import { cloneOfProject } from "../servers/clone.js";
import { run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { startWebServer } from "../servers/web.js";

const KEY = "0123456789abcdef0123456789abcdef";
const clone = cloneOfProject("npm run prepack");

beforeAll(async () => {
  const programs = [
    "receiver.mjs",
    "trigger.mjs",
    "event.mjs",
    "subscribe.mjs",
    "move.mjs",
    "update.mjs",
    "rotation.mjs",
    "failures.mjs",
  ];
  for (const name of programs) await writeFile(join(clone.folder, name), example(name));
});

describe("the guide to a first integration", () => {
  test("creates a subscription once, however often its program runs", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const command = `SERVICE_BASE_URL=${sandbox.url} node subscribe.mjs`;
    expect((await run(command, clone.folder)).output).toBe("created 1001\n");
    expect((await run(command, clone.folder)).output).toBe("found 1001\n");
    expect(kept(sandbox)).toHaveLength(1);
  });

  describe("changes the address of a subscription", () => {
    const [from, to] = ["https://lantern-books.example/old", "https://lantern-books.example/new"];
    const [fields] = codeBlocks.filter(
      ({ document, language }) => document.includes("integration") && language === "json",
    );
    const move = (url: string, id: unknown, address: string) =>
      run(`SERVICE_BASE_URL=${url} node move.mjs ${id} ${address}`, clone.folder);

    beforeAll(async () => await writeFile(join(clone.folder, "created.json"), fields?.code ?? ""));

    test("by a creation and a deletion, and finds no more to do when it runs again", async () => {
      await using sandbox = await startSandbox({ port: 0, seed: "examples" });
      const [command = ""] = commands().filter((each) => each.startsWith("node move.mjs "));
      const [, , id = "", address = ""] = command.split(" ");
      const [old, ...others] = kept(sandbox);
      expect(String(old?.id)).toBe(id);
      expect((await move(sandbox.url, id, address)).output).toBe(`moved ${id}\n`);
      const moved = [...others, { topic: old?.topic, format: old?.format, address }];
      expect(kept(sandbox)).toMatchObject(moved);
      expect((await move(sandbox.url, id, address)).output).toBe(`not found: ${id}\n`);
      expect(kept(sandbox)).toMatchObject(moved);
    });

    test("with the fields that no response contains", async () => {
      // A service that does not hide the secret that it received.
      const received: unknown[] = [];
      await using sandbox = await startSandbox({ port: 0 });
      await using service = await startWebServer(async (request, response) => {
        const body = request.method === "POST" ? await text(request) : undefined;
        if (body !== undefined) received.push(jsonIn(body));
        const headers = { [accessToken.header]: "any", "Content-Type": "application/json" };
        const sent = { method: request.method ?? "", headers, ...(body !== undefined && { body }) };
        const answer = await sandbox.fetch(new URL(request.url ?? "", sandbox.url), sent);
        response.writeHead(answer.status, { "Content-Type": "application/json" });
        response.end(await answer.text());
      });
      const { id } = await clientOf(sandbox).create({ topic: "orders/create", address: from, format: "xml" });
      await move(service.url, id, to);
      const unlisted = { secret: "<SIGNING_SECRET>", event: "order_created", app_id: 42 };
      expect(received).toEqual([{ webhook: { ...unlisted, topic: "orders/create", format: "xml", address: to } }]);
    });

    test("where the new subscription is there already: it only deletes the old one", async () => {
      await using sandbox = await startSandbox({ port: 0 });
      const { create } = clientOf(sandbox);
      const old = await create({ topic: "orders/create", address: from });
      const created = await create({ topic: "orders/create", address: to });
      await move(sandbox.url, old["id"], to);
      expect(kept(sandbox)).toEqual([created]);
    });

    test("beside one of another format at the new address", async () => {
      await using sandbox = await startSandbox({ port: 0 });
      const { create } = clientOf(sandbox);
      const old = await create({ topic: "orders/create", address: from, format: "xml" });
      const other = await create({ topic: "orders/create", address: to, format: "json" });
      await move(sandbox.url, old["id"], to);
      expect(kept(sandbox)).toMatchObject([other, { topic: "orders/create", address: to, format: "xml" }]);
    });

    test("and leaves one where the new address is the old one", async () => {
      await using sandbox = await startSandbox({ port: 0 });
      const { id } = await clientOf(sandbox).create({ topic: "orders/create", address: from });
      await move(sandbox.url, id, from);
      expect(kept(sandbox)).toMatchObject([{ topic: "orders/create", address: from }]);
    });
  });

  test("updates a subscription, and stops when another one was changed", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: 2 });
    const update = `SERVICE_BASE_URL=${sandbox.url} node update.mjs 1001`;
    expect((await run(update, clone.folder)).output).toBe("1001 xml\n");
    // A service that updates another subscription than the one that was meant.
    await using other = await startWebServer(async (request, response) => {
      const headers = { [accessToken.header]: "any" };
      const answer = await sandbox.fetch(new URL(request.url ?? "", sandbox.url), { headers });
      const changed = { webhook: { ...kept(sandbox)[0], id: 1002 } };
      response.writeHead(operations.updateWebhook.status, { "Content-Type": "application/json" });
      response.end(request.method === "PUT" ? JSON.stringify(changed) : await answer.text());
    });
    const { code, output } = await run(`SERVICE_BASE_URL=${other.url} node update.mjs 1001`, clone.folder);
    expect(output).toMatch(/It was \{\s+id: 1002,[\s\S]*The service changed 1002 in place of 1001\./);
    expect(code).toBe(1);
  });

  test("reads the token from a file before every try", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: 2, statePer: "token" });
    await writeFile(join(clone.folder, "token.txt"), "first\n");
    const { output } = await run(`SERVICE_BASE_URL=${sandbox.url} node rotation.mjs`, clone.folder);
    expect(output).toBe("2\n");
  });

  test("shows every failure, as it prints them", async () => {
    const printed = codeBlocks.find(
      ({ document, language }) => document.includes("integration") && language === "text",
    );
    const { output } = await run("node failures.mjs", clone.folder);
    expect(output).toBe(printed?.code);
  });
});

/** What the receiver of the guide does with a topic. */
const HANDLED = 'console.log("Read again:", topic);';

describe("the receiver of the guide", () => {
  /** Runs the receiver while something happens to it. */
  async function whileReceiving(
    act: (url: string, printed: (text: string) => Promise<void>) => Promise<void>,
    work?: string,
  ) {
    const port = await freePort();
    const receiver = await receiverOn(port, work);
    try {
      await act(`http://127.0.0.1:${port}`, receiver.printed);
      // It is still there.
      expect((await post(`http://127.0.0.1:${port}/${KEY}/still/there`, "{}")).status).toBe(200);
    } finally {
      await receiver.close();
    }
    return receiver.output();
  }

  /** Starts the receiver, with a folder of its own for each port, which holds its file. */
  async function receiverOn(port: number, work = HANDLED) {
    const program = `receiver-${port}.mjs`;
    await mkdir(join(clone.folder, `waiting-${port}`), { recursive: true });
    await writeFile(join(clone.folder, program), example("receiver.mjs").replace(HANDLED, work));
    const settings = `RECEIVER_KEY=${KEY} PORT=${port} WAITING_FILE=waiting-${port}/topics.jsonl`;
    const receiver = start(`${settings} node ${program}`, clone.folder);
    await receiver.printed(`Receiving on port ${port}`);
    return receiver;
  }

  const fileOn = (port: number) => join(clone.folder, `waiting-${port}`, "topics.jsonl");

  const post = (url: string, body: string, type = "application/json") =>
    fetch(url, { method: "POST", body, headers: { "Content-Type": type } });

  test("gets what the sandbox delivers, in both formats, and does not show its key", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const output = await whileReceiving(async (url, printed) => {
      const trigger = `RECEIVER_URL=${url} RECEIVER_KEY=${KEY} SERVICE_BASE_URL=${sandbox.url} node trigger.mjs`;
      expect(await run(trigger, clone.folder)).toMatchObject({ code: 0, output: "" });
      const types = sandbox.deliveries.map(({ headers }) => Object.values(headers).join());
      expect(types).toEqual([expect.stringContaining("/json"), expect.stringContaining("/xml")]);
      await printed("Read again: orders/create");
    });
    expect(output).not.toContain(KEY);
  });

  test("gets an event of a subscription in the sandbox", async () => {
    await using sandbox = await startSandbox({ port: 0, seed: "examples" });
    await whileReceiving(async (url, printed) => {
      const environment = `RECEIVER_URL=${url} RECEIVER_KEY=${KEY} SERVICE_BASE_URL=${sandbox.url}`;
      const { output } = await run(`${environment} node event.mjs`, clone.folder);
      expect(output).toMatch(/^https:\S+ \{ notSent: '[^\n]+' \}\n/);
      expect(output).toContain(`${url} { status: 200 }\n`);
      await printed("Read again: orders/create");
    });
  });

  test("refuses what is no delivery, and stays up", async () => {
    await whileReceiving(async (url) => {
      const statuses = [
        await post(`${url}/orders/create`, "{}"),
        await post(`${url}//`, "{}"),
        await fetch(`${url}/${KEY}/orders/create`),
        await post(`${url}/${KEY}/orders/create`, "x".repeat(1_000_001)),
        await post(`${url}/${KEY}/orders/create`, "this is not JSON", "text/plain"),
      ].map(({ status }) => status);
      expect(statuses).toEqual([404, 404, 405, 413, 200]);
      // A sender that breaks off.
      const aborted = new AbortController();
      const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) });
      const options = { method: "POST", body, duplex: "half", signal: aborted.signal };
      const sending = fetch(`${url}/${KEY}/orders/create`, Object(options));
      aborted.abort();
      await expect(sending).rejects.toThrow();
    });
  });

  test("ends a request whose body does not arrive in time", async () => {
    await whileReceiving(async (url) => {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.write(`POST /${KEY}/orders/create HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 100\r\n\r\n{`);
      expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
    });
    // The ten seconds of the guide, and time to start. By default, Node.js takes a minute or more.
  }, 40_000);

  test("stays up, and tries again once a second, when what it does with a delivery fails", async () => {
    const output = await whileReceiving(async (url, printed) => {
      await post(`${url}/${KEY}/orders/create`, "{}");
      await printed("failed orders/create");
    }, 'throw new Error("failed " + topic);');
    // An error is printed with its line of code, in which the topic has no name.
    expect(output.match(/Error: failed orders\/create/g)?.length).toBeLessThan(4);
  });

  test("handles what it had accepted when it was killed, and skips a line that was torn", async ({ expect }) => {
    const port = await freePort();
    const killed = await receiverOn(port, "await new Promise(() => {});");
    expect((await post(`http://127.0.0.1:${port}/${KEY}/orders/create`, "{}")).status).toBe(200);
    await killed.close("SIGKILL");
    await appendFile(fileOn(port), '"products/upd');
    const restarted = await receiverOn(port);
    await post(`http://127.0.0.1:${port}/${KEY}/customers/update`, "{}");
    await restarted.printed("Read again: customers/update");
    expect(restarted.output()).toContain("Read again: orders/create");
    expect(restarted.output()).not.toContain("products");
    // What is handled is not handled again.
    await expect.poll(() => readFile(fileOn(port), "utf8")).toBe("");
    await restarted.close();
  });

  test("stays up while it cannot write its file, and writes it as soon as it can", async ({ expect }) => {
    const port = await freePort();
    const [folder, elsewhere] = [`waiting-${port}`, `moved-${port}`];
    const move = `if (topic === "orders/create") renameSync("${folder}", "${elsewhere}");`;
    const receiver = await receiverOn(port, `${move} ${HANDLED}`);
    try {
      const url = `http://127.0.0.1:${port}/${KEY}`;
      expect((await post(`${url}/orders/create`, "{}")).status).toBe(200);
      await receiver.printed("ENOENT");
      await expect(post(`${url}/customers/update`, "{}")).rejects.toThrow();
      await rename(join(clone.folder, elsewhere), join(clone.folder, folder));
      // Until then, the file has a topic that is handled.
      await expect.poll(() => readFile(fileOn(port), "utf8")).toBe("");
      expect((await post(`${url}/customers/update`, "{}")).status).toBe(200);
      await receiver.printed("Read again: customers/update");
      expect(receiver.output().match(/Read again: orders\/create/g)).toHaveLength(1);
      // One line for each failure, without a stack.
      expect(receiver.output()).not.toContain("    at ");
    } finally {
      await receiver.close();
    }
  });

  test.each([
    ["is hard to guess", "orders"],
    ["is one part of a path", `${KEY}/${KEY}`],
  ])("does not start without a key that %s", async (_, key) => {
    const { code, output } = await run(`RECEIVER_KEY=${key} node receiver.mjs`, clone.folder);
    expect(output).toContain("Set RECEIVER_KEY to at least 32 random letters, digits or hyphens.");
    expect(code).toBe(1);
  });
});

test.each(["receiver-express.mjs", "receiver-hono.mjs"])(
  "%s gets what the sandbox delivers, and nothing else",
  async (file) => {
    await using sandbox = await startSandbox({ port: 0 });
    await writeFile(join(clone.folder, file), example(file));
    const port = await freePort();
    const receiver = start(`RECEIVER_KEY=${KEY} PORT=${port} node ${file}`, clone.folder);
    try {
      await receiver.printed(`Receiving on port ${port}`);
      const url = `http://127.0.0.1:${port}`;
      const trigger = `RECEIVER_URL=${url} RECEIVER_KEY=${KEY} SERVICE_BASE_URL=${sandbox.url} node trigger.mjs`;
      expect(await run(trigger, clone.folder)).toMatchObject({ code: 0, output: "" });
      await receiver.printed("Read again: orders/create");
      const send = async (path: string, body: string) => (await fetch(url + path, { method: "POST", body })).status;
      expect(await send("/another-key/orders/create", "{}")).toBe(404);
      expect(await send(`/${KEY}/orders/create`, "x".repeat(2_000_000))).toBe(413);
      expect(await send(`/${KEY}/orders/create`, "this is no JSON")).toBe(200);
    } finally {
      await receiver.close();
    }
    expect(receiver.output()).not.toContain(KEY);
  },
);
