import { describe, expect, test } from "vitest";
import { brokenServices } from "./broken.js";
import { cutting, fields, slice, status } from "./layers.js";
import { idOf } from "./service.js";
import { found, type Walked, walkThrough } from "./walk.js";

const all = Object.entries(brokenServices).flatMap(([where, services]) =>
  services.map((service) => [where, service[0], service] as const),
);

/** The faults of one of them, by its title. */
const faultsOf = (title: string) => all.flatMap(([, one, [, ...faults]]) => (one === title ? faults : []));

function untouched({ before, others, left, report, service }: Walked) {
  expect(others).toEqual(before);
  const foreign = before.map(idOf);
  expect(service.calls.filter(({ role, id }) => role === "delete" && foreign.includes(id))).toEqual([]);
  const named = report.cleanUp.failed.join("\n");
  for (const item of left) expect(named, `${idOf(item)} is left`).toContain(idOf(item));
}

describe("a walk through a broken service", () => {
  test.each(all)('fails at "%s" for %s', async (where, _, [, ...faults]) => {
    const walked = await walkThrough(faults);
    const { report } = walked;
    expect(report.ok).toBe(false);
    const [first] = found(report, "breaches");
    expect(`${first?.step}: ${first?.check}`, JSON.stringify(report.notChecked)).toBe(where);
    expect(first?.source).toMatch(/^§\d/);
    expect(report.harmed).toEqual([]);
    untouched(walked);
  });
});

test.each([
  [204, ""],
  [200, { success: true }],
  [500, "Out of service"],
])("a deletion that is answered with status %s, and done, is a breach of no other step", async (code, body) => {
  const { report, left } = await walkThrough([status("delete", code, body)]);
  expect(found(report, "breaches").map(({ step }) => step)).toEqual(["delete"]);
  expect(left).toEqual([]);
});

test("nothing more is created once a deletion has deleted nothing", async () => {
  const { left, report } = await walkThrough(faultsOf("a deletion that deletes nothing"));
  expect(left).toHaveLength(2);
  expect(report.notChecked.join("\n")).toContain("what the walk creates cannot be deleted");
});

test("a list of only the first 50 is found where there are more", async () => {
  const first = cutting((rows, page, limit) => slice(rows, page, limit).slice(0, 50));
  const { report } = await walkThrough([first], {}, { seed: 60 });
  expect(found(report, "breaches")).toMatchObject([{ step: "listMaximum", check: "value" }]);
});

test("order only within the page is found although all subscriptions are of the same second", async () => {
  const times = { created_at: "2026-01-01T00:00:00+00:00", updated_at: "2026-01-01T00:00:00+00:00" };
  const sameTimes = (["create", "list", "get", "update"] as const).map((role) => fields(role, times));
  const { report } = await walkThrough([...sameTimes, ...faultsOf("order only within the page")], {}, { seed: 0 });
  expect(found(report, "breaches")[0]).toMatchObject({ step: "listSorted", check: "order" });
});
