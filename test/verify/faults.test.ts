import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { choices } from "../../src/verify/document.js";
import { projectFolder } from "../servers/command.js";
import { conformingServices } from "./conforming.js";
import { allowedServices, brokenServices, type DeviatingService, departingServices, pages } from "./faults.js";
import { seeds, startService } from "./service.js";
import { walk, walkThrough } from "./walk.js";

type Walked = Awaited<ReturnType<typeof walkThrough>>["report"];

/** All findings of one kind, each with its step. */
function found({ steps }: Walked, kind: "breaches" | "departures") {
  return steps.flatMap((step) => step[kind].map((finding) => ({ step: step.step, ...finding })));
}

/** Rows of `test.each` whose titles are neither quoted nor cut. */
const withTitles = <T extends { title: string }>(services: readonly T[]) =>
  services.map((service) => [service.title, service] as const);

/** The same, with the step that must report the service. */
const withSteps = (services: readonly DeviatingService[]) =>
  services.map((service) => [service.step, service.title, service] as const);

describe("a service that follows the contract passes", () => {
  test("at every step, and is the same after the walk", async () => {
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

  test("when it has no subscription: the walk creates as many as it needs, and deletes them", async () => {
    await using service = await startService();
    service.kept.splice(0);
    const { report } = await walk(service);
    expect(found(report, "breaches")).toEqual([]);
    expect(service.calls.filter(({ operation }) => operation === "createWebhook").length).toBeGreaterThan(20);
    expect(service.kept).toEqual([]);
  });

  test.each(withTitles(conformingServices))("when %s", async (_, { options, ...fault }) => {
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

describe("a walk through a broken service fails", () => {
  test.each(withSteps(brokenServices))(
    "the step %s finds %s",
    async (step, _, { check, leaves = false, timeout = 10_000, ...fault }) => {
      const { report, kept } = await walkThrough(fault, { timeout });
      expect(report.ok).toBe(false);
      const [first] = found(report, "breaches");
      expect(first).toMatchObject({ step, check });
      expect(first?.source).toMatch(/^§\d/);
      const left = kept.filter(({ id }) => id > 1024);
      if (leaves) expect([...left.slice(1), ...report.cleanUp.failed, ...report.cleanUp.deleted]).not.toEqual([]);
      else expect(left).toEqual([]);
    },
  );
});

describe("a departure from a reading of this project is no breach", () => {
  test.each(withSteps(departingServices))("the step %s reports %s", async (step, _, { check, ...fault }) => {
    const { report, kept } = await walkThrough(fault);
    expect(found(report, "breaches")).toEqual([]);
    expect(report.ok).toBe(true);
    expect(found(report, "departures")[0]).toMatchObject({ step, check });
    expect(kept.filter(({ id }) => id > 1024)).toEqual([]);
  });

  test("a strict walk fails for a departure", async () => {
    const [{ title: _, ...fault } = {}] = departingServices;
    const { report } = await walkThrough(fault, { strict: true });
    expect(report).toMatchObject({ ok: false, strict: true });
  });

  test("the register has every reading", () => {
    const links = /\[([^\]]+)\]\([^)]*\)/g;
    const contract = readFileSync(join(projectFolder, "openapi.yaml"), "utf8").replaceAll(links, "$1");
    for (const choice of Object.values(choices)) expect(contract).toContain(`    | ${choice} |`);
  });
});

test("a read that lags behind a write is a breach, unless the walk waits for reads to settle", async () => {
  const { report } = await walkThrough({ lag: 6 });
  expect(found(report, "breaches")[0]).toMatchObject({ step: "get", check: "status" });
});

describe("a behaviour that the document leaves open is no breach", () => {
  test.each(allowedServices)("%s is no breach, since %s", async (_, __, fault) => {
    const { report } = await walkThrough(fault);
    expect(found(report, "breaches")).toEqual([]);
  });
});
