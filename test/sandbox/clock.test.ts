import { describe, expect, onTestFinished, test, vi } from "vitest";
import { clientOf, orders, transports } from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  test("a test moves the clock, which then is stopped until a reset", async () => {
    await using sandbox = await reach();
    const service = clientOf(sandbox);
    sandbox.setClock("2030-01-01T00:00:00Z");
    expect((await service.create(orders))["created_at"]).toContain("2030-01-01T00:00:00");
    for (const none of ["noon", "2026-02-30", "2026-02-30T10:20:00Z", "March 2, 2026", "2026-03-02T25:00", "0"]) {
      expect(() => sandbox.setClock(none)).toThrow("setClock: the time must be a time");
    }
    sandbox.reset();
    expect((await service.create(orders))["created_at"]).not.toContain("2030");
  });

  test("a time without a zone is UTC, whatever the zone of the machine", async () => {
    vi.stubEnv("TZ", "Asia/Tokyo");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(new Date(0).getHours()).toBe(9);
    await using sandbox = await reach({ seed: { clock: "2026-03-02T10:20" } });
    const created = async () => (await clientOf(sandbox).create(orders))["created_at"];
    expect(await created()).toBe("2026-03-02T10:20:00+00:00");
    for (const [text, time] of [
      ["2026-03-02T10:20:00", "2026-03-02T10:20:00+00:00"],
      ["2026-03-02", "2026-03-02T00:00:00+00:00"],
      ["2026-03-02T10:20:00.5+02:00", "2026-03-02T08:20:00+00:00"],
    ] as const) {
      sandbox.setClock(text);
      expect(await created()).toBe(time);
    }
  });

  test("without a time, or with null, the clock is that of the options again, which sets all times", async () => {
    await using sandbox = await reach({ clock: () => new Date("2026-03-02") });
    for (const none of [undefined, JSON.parse("null")]) {
      sandbox.setClock(0);
      sandbox.setClock(none);
      const { created_at, updated_at } = await clientOf(sandbox).create(orders);
      expect([created_at, updated_at]).toEqual(["2026-03-02T00:00:00+00:00", "2026-03-02T00:00:00+00:00"]);
    }
  });

  test("with a clock, a new subscription sorts behind the seeded ones", async () => {
    await using sandbox = await reach({ seed: 25, clock: () => new Date("2026-03-02") });
    const service = clientOf(sandbox);
    const made = await service.create(orders);
    const [newest] = (await service.list({ sort_by: "created_at", sort_order: "desc", limit: 1 })).webhooks;
    expect(newest).toEqual(made);
  });
});
