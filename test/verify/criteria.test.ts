import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Pagination, Webhook } from "../../src/client/index.js";
import { projectFolder } from "../servers/command.js";
import type { Answer, Call } from "./service.js";
import { walkThrough } from "./walk.js";

/** The criteria of each step of the walk that look at values; the content type has its own broken services. */
function criteria(): Record<string, string[]> {
  const { workflows } = parse(readFileSync(join(projectFolder, "src/verify/service.arazzo.yaml"), "utf8"));
  const walk = workflows.find(({ workflowId }: { workflowId: string }) => workflowId === "subscription");
  return Object.fromEntries(
    walk.steps.map((step: { stepId: string; successCriteria: { type?: string; condition: string }[] }) => [
      step.stepId,
      step.successCriteria.filter(({ type }) => type !== "regex").map(({ condition }) => condition),
    ]),
  );
}

const other: Webhook = {
  id: 1,
  topic: "products/update",
  address: "https://elsewhere.example/",
  format: "xml",
  created_at: "2026-01-01T00:00:00+00:00",
  updated_at: "2026-01-01T00:00:00+00:00",
};

function page(length: number, pagination: Pagination, webhook = other) {
  return { webhooks: Array.from({ length }, () => webhook), pagination };
}

const wrongPage: Pagination = { current_page: 7, per_page: 3, total: 9, total_pages: 4 };
const isList = ({ operation, query }: Call, name: string, value: string) =>
  operation === "list" && query.get(name) === value;

/** For each step, answers that keep the schema and break its criteria, as many at once as can be. */
const wrongAnswers: Record<string, { when(call: Call, before: Call[]): boolean; bodies: unknown[] }> = {
  create: { when: ({ operation }) => operation === "create", bodies: [{ webhook: other }] },
  getByNumber: { when: ({ operation }) => operation === "get", bodies: [{ webhook: other }] },
  getByString: {
    when: ({ operation }, before) => operation === "get" && before.some((call) => call.operation === "get"),
    bodies: [{ webhook: other }],
  },
  listDefaults: {
    when: ({ operation, query }) => operation === "list" && query.size === 0,
    bodies: [page(21, { ...wrongPage, total: 20 }), page(21, { ...wrongPage, total: 30, total_pages: 1 })],
  },
  listOne: {
    when: (call) => isList(call, "limit", "1") && !call.query.has("page"),
    bodies: [page(2, wrongPage)],
  },
  listLastPage: { when: ({ query }) => query.has("page"), bodies: [page(2, wrongPage)] },
  listMaximum: {
    when: (call) => isList(call, "limit", "10000"),
    bodies: [page(10_001, wrongPage, { ...other, address: "elsewhere" })],
  },
  listOldestFirst: { when: (call) => isList(call, "sort_order", "asc"), bodies: [page(101, wrongPage)] },
  listNewestFirst: { when: (call) => isList(call, "sort_order", "desc"), bodies: [page(101, wrongPage)] },
  update: { when: () => false, bodies: [] },
  delete: { when: ({ operation }) => operation === "delete", bodies: [{ success: false, message: "No." }] },
  listAfterDelete: {
    when: (call, before) =>
      isList(call, "sort_order", "desc") && before.some(({ operation }) => operation === "delete"),
    bodies: [page(1, wrongPage, { ...other, id: 1025 })],
  },
};

/** The criteria that the walk finds broken, by their steps. */
async function broken(step: string, body: unknown): Promise<string[]> {
  const before: Call[] = [];
  const answer = (answered: Answer, call: Call) => {
    if (answered.status === 200 && wrongAnswers[step]?.when(call, before)) answered.body = body;
    before.push(call);
  };
  const { report } = await walkThrough({ answer });
  const found = report.steps.find(({ breaches }) => breaches.length > 0);
  expect(found?.step).toBe(step);
  return (found?.breaches ?? []).map(({ message }) => message.replace("expected ", ""));
}

describe("every criterion of the walk can fail", () => {
  test.each(Object.entries(criteria()))("of %s", async (step, conditions) => {
    const { bodies = [] } = wrongAnswers[step] ?? {};
    const found = await Promise.all(bodies.map((body) => broken(step, body)));
    expect(new Set(found.flat())).toEqual(new Set(conditions));
  });
});
