import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { choices } from "../../src/verify/document.js";
import { projectFolder } from "../servers/command.js";
import { brokenServices, departingServices, pages, undecided } from "./faults.js";
import { lawfulServices } from "./lawful.js";
import { seeds, startService } from "./service.js";
import { walk, walkThrough } from "./walk.js";

type Walked = Awaited<ReturnType<typeof walkThrough>>["report"];

/** Everything of one kind that a walk has found, with its step. */
function found({ steps }: Walked, kind: "breaches" | "departures") {
  return steps.flatMap((step) => step[kind].map((finding) => ({ step: step.step, ...finding })));
}

describe("a service that keeps the contract passes", () => {
  test("at every step, and keeps nothing of the walk", async () => {
    const { report, kept } = await walkThrough({});
    expect([...found(report, "breaches"), ...found(report, "departures")]).toEqual([]);
    expect(report).toMatchObject({ ok: true, notChecked: [], cleanUp: { failed: [] } });
    expect(report.steps.map(({ step }) => step)).toEqual([
      "exchange",
      "create",
      "get",
      "listed",
      "createFields",
      "createRefused",
      "listDefaults",
      "listLimit",
      "listMaximum",
      "listPages",
      "listSorted",
      "authentication",
      "update",
      "deliver",
      "delete",
      "listAfterDelete",
    ]);
    expect(kept).toEqual(seeds());
  });

  test("when it keeps no other subscription: the walk makes as many as it needs, and deletes them", async () => {
    await using service = await startService();
    service.kept.splice(0);
    const { report } = await walk(service);
    expect(found(report, "breaches")).toEqual([]);
    expect(service.calls.filter(({ operation }) => operation === "createWebhook").length).toBeGreaterThan(20);
    expect(service.kept).toEqual([]);
  });

  test.each(lawfulServices)("when $title", async ({ title: _, options, ...fault }) => {
    const { report } = await walkThrough(fault, options);
    expect([...found(report, "breaches"), ...report.cleanUp.failed]).toEqual([]);
    expect(report.ok).toBe(true);
  });

  test("when a page of its list has 11 MB", async () => {
    const note = "a".repeat(450_000);
    const { report } = await walkThrough({
      ...pages(({ webhooks }, { query }) => {
        if (query.get("limit") === "10000") for (const webhook of webhooks) Object.assign(webhook, { note });
      }),
    });
    expect(found(report, "breaches")).toEqual([]);
  });
});

describe("a broken service is caught, by the step that looks at what is broken", () => {
  test.each(brokenServices)("$title", async ({ title: _, step, check, leaves = false, timeout = 10_000, ...fault }) => {
    const { report, kept } = await walkThrough(fault, { timeout });
    expect(report.ok).toBe(false);
    const [first] = found(report, "breaches");
    expect(first).toMatchObject({ step, check });
    expect(first?.source).toMatch(/^§\d/);
    const left = kept.filter(({ id }) => id > 1024);
    if (leaves) expect([...left.slice(1), ...report.cleanUp.failed, ...report.cleanUp.deleted]).not.toEqual([]);
    else expect(left).toEqual([]);
  });
});

describe("a service that departs from a reading of ours keeps the contract, unless the walk is strict", () => {
  test.each(departingServices)("$title", async ({ title: _, step, check, ...fault }) => {
    const { report, kept } = await walkThrough(fault);
    expect(found(report, "breaches")).toEqual([]);
    expect(report.ok).toBe(true);
    expect(found(report, "departures")[0]).toMatchObject({ step, check });
    expect(kept.filter(({ id }) => id > 1024)).toEqual([]);
  });

  test("which fails for a departure as for a breach", async () => {
    const [{ title: _, ...fault } = {}] = departingServices;
    const { report } = await walkThrough(fault, { strict: true });
    expect(report).toMatchObject({ ok: false, strict: true });
  });

  test("and each reading stands in the register", () => {
    const links = /\[([^\]]+)\]\([^)]*\)/g;
    const contract = readFileSync(join(projectFolder, "openapi.yaml"), "utf8").replaceAll(links, "$1");
    for (const choice of Object.values(choices)) expect(contract).toContain(`    | ${choice} |`);
  });
});

test("a read that lags behind a write is a breach, unless the walk is told to settle", async () => {
  const { report } = await walkThrough({ lag: 6 });
  expect(found(report, "breaches")[0]).toMatchObject({ step: "get", check: "status" });
});

describe("what the document leaves open is no breach", () => {
  test.each(undecided)("%s: %s", async (_, __, fault) => {
    const { report } = await walkThrough(fault);
    expect(found(report, "breaches")).toEqual([]);
  });
});
