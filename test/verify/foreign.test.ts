import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Operation } from "../../src/contract.js";
import { readContract } from "../contract/contract.js";
import { hooks, parcels } from "../sandbox/foreign-contracts.js";
import { contractFrom, drawnChoices } from "../worlds/drawn.js";
import { worldOf } from "../worlds/world.js";
import { found, optionsFor } from "./walk.js";

/** The contract of the parcels, whose service keeps what it is sent, with one more operation. */
const contract = structuredClone(Object(parcels));
const raised = { responses: { 204: { description: "Raised." } } };
contract.paths["/v2/alarms"] = {
  post: { operationId: "raiseAlarm", summary: "Raise alarm", tags: ["All"], ...raised },
};

const { modules } = await worldOf(contract);
const operations = Object.values(modules.contract.operations);

/** Changes what one operation answers, or what it is asked. */
interface Mess {
  answer?(response: Response, operation: Operation): Promise<Response> | Response;
  ask?(init: RequestInit): RequestInit;
}

/** Walks through the sandbox of the contract, in which one operation is not as the contract says. */
async function walk(id = "", { answer = (response) => response, ask = (init) => init }: Mess = {}, leave = true) {
  const sandbox = modules.sandbox.createSandbox({ seed: 3 });
  const calls: string[] = [];
  const report = await modules.verify.verify(optionsFor({ leave }), {
    fetch: async (input, init = {}) => {
      const { pathname } = new URL(String(input));
      const called = operations.find(
        ({ method, path }) =>
          method === init.method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
      );
      calls.push(`${called?.id} ${pathname}`);
      const isMeant = called?.id === id;
      const response = await sandbox.fetch(input, isMeant ? ask(init) : init);
      return called && isMeant && response.ok ? answer(response, called) : response;
    },
  });
  return { report, calls };
}

// Most walks wait for reads that may lag, and all of them share the processor.
vi.setConfig({ testTimeout: 120_000 });

describe.concurrent("a contract that the code has never seen", () => {
  test("is verified by the roles of its operations, and its sandbox follows it", async () => {
    const { report, calls } = await walk("", {}, false);
    expect(found(report, "breaches")).toEqual([]);
    expect(report.cleanUp.failed).toEqual([]);
    const steps = report.steps.map(({ step }) => step);
    expect(steps).toEqual(expect.arrayContaining(["parcels.replace", "parcels.patch", "parcels.pauseParcel", "ping"]));
    expect(report.notChecked.join("\n")).toMatch(/payments\.create, .*--leave/);
    expect(report.notChecked.join("\n")).toMatch(/raiseAlarm: it could change data/);
    expect(calls.filter((call) => /^(pay|raiseAlarm) /.test(call))).toEqual([]);
  });

  test("what it cannot delete is created only with --leave, and named", async () => {
    const { report } = await walk();
    expect(report.cleanUp.failed.join("\n")).toMatch(/The payment "[^"]+", .* was left behind/);
  });

  test("nothing is written within what belongs to others", async () => {
    const { report, calls } = await walk("createParcel", { ask: (init) => ({ ...init, body: "{}" }) });
    expect(calls.filter((call) => /^(add|delete)Event /.test(call))).toEqual([]);
    expect(report.notChecked.join("\n")).toMatch(/events\.create, .*: it is within what belongs to others/);
  });

  const called = operations.filter(({ id }) => id !== "raiseAlarm");

  test.each(called)("finds another status of $id", async ({ id }) => {
    const answer = (response: Response) =>
      new Response("{}", { status: response.status === 202 ? 200 : 202, headers: response.headers });
    const { report } = await walk(id, { answer });
    const [first] = found(report, "breaches");
    expect(first).toMatchObject({ check: "status", source: `openapi.yaml, ${id}` });
  });

  test.each(called.filter(({ id }) => id !== "ping"))("finds that $id requires no token", async ({ id }) => {
    const { report } = await walk(id, {
      ask: (init) => ({ ...init, headers: { ...init.headers, Authorization: "Bearer any" } }),
    });
    expect(found(report, "breaches")[0]).toMatchObject({ check: "refusal", source: `openapi.yaml, ${id}` });
  });

  const answered = called.filter(({ id, answer }) => answer.mediaType && id !== "ping");

  test.each(answered)("finds a missing field in the answer of $id", async ({ id }) => {
    const answer = async (response: Response) => {
      const text = (await response.text()).replaceAll(/"(sender|kind|type)":"[^"]*",?/g, "").replaceAll(",}", "}");
      return new Response(text, { status: response.status, headers: response.headers });
    };
    const { report } = await walk(id, { answer });
    expect(found(report, "breaches")[0]).toMatchObject({ check: "schema" });
  });
});

test.concurrent("what tells an item from those of others survives an update, so that it can be deleted", async () => {
  const world = (await worldOf(hooks)).modules;
  const { fetch } = world.sandbox.createSandbox({ seed: 3 });
  const report = await world.verify.verify(optionsFor(), { fetch });
  expect(report.steps.map(({ step }) => step)).toContain("hooks.update");
  expect(report).toMatchObject({ ok: true, harmed: [], cleanUp: { failed: [] } });
  expect(report.notChecked.join("\n")).toMatch(/orders\.delete, .*: openapi\.yaml has no such operation/);
  expect(report.notChecked.join("\n")).not.toContain("hooks.listPages");
});

test.concurrent("the sandbox of openapi.yaml, or of a contract that nobody has written, passes, and no step is refused", async () => {
  const drawn = fc.sample(drawnChoices, 8).map((choices) => [JSON.stringify(choices), contractFrom(choices)] as const);
  // Each walk mostly waits, so all run at the same time.
  const walks = [["openapi.yaml", Object(readContract())] as const, ...drawn].map(async ([of, contract]) => {
    const world = (await worldOf(contract)).modules;
    const { fetch } = world.sandbox.createSandbox({ seed: 3 });
    const report = await world.verify.verify(optionsFor(), { fetch });
    expect(found(report, "breaches"), of).toEqual([]);
    expect(report, of).toMatchObject({ ok: true, harmed: [], cleanUp: { failed: [] } });
    expect(report.steps.length, of).toBeGreaterThan(0);
    expect(report.notChecked.join("\n"), of).not.toContain("status ");
  });
  await Promise.all(walks);
});
