import { describe, expect, test } from "vitest";
import { CommandError } from "../../src/cli/command-error.js";
import { endingToken } from "./conforming.js";
import {
  alongside,
  deletingFirst,
  deletingNothing,
  doing,
  fields,
  lagging,
  listing,
  query,
  refusing,
  status,
  storing,
  twice,
} from "./layers.js";
import { type Fault, idOf, refusal, success, TOKEN } from "./service.js";
import { found, walkThrough } from "./walk.js";

const isMeant = (call: { token: string | undefined }) => call.token === TOKEN;

const updatingFirst: Fault = async (call, next, service) => {
  if (call.role !== "update" || !isMeant(call)) return next(call);
  service.patch(1001, call.sent);
  return success({ webhook: (await service.rows())[0] });
};

/** Changes the items of others, whatever the walk asks for. */
const harmful: readonly (readonly [string, ...Fault[]])[] = [
  ["updates the first subscription", updatingFirst],
  ["changes another when a token is exchanged", alongside("exchange", ({ patch }) => patch(1001, { format: "xml" }))],
  [
    "deletes another when it delivers, and ends the token with the exchange",
    alongside("trigger", ({ asOther }) => asOther("DELETE", 1002)),
    endingToken(),
  ],
];

describe("harm that no request asks for fails the walk, and is told, when a service", () => {
  test.each(harmful.map((row) => [row[0], row] as const))("%s", async (_, [, ...faults]) => {
    const { report, before, others, left } = await walkThrough(faults);
    expect(report.ok).toBe(false);
    const harmed = before.filter(
      (row) => JSON.stringify(others.find((other) => idOf(other) === idOf(row))) !== JSON.stringify(row),
    );
    expect(harmed.length).toBeGreaterThan(0);
    for (const row of harmed) expect(report.harmed.join("\n")).toContain(idOf(row));
    for (const row of left) expect(report.cleanUp.failed.join("\n")).toContain(idOf(row));
  });
});

/** Says of every id that it is that of the subscription that was created last. */
const claiming = (id: unknown): Fault[] => [
  fields("create", { id }),
  async (call, next, service) => {
    const last = service.calls.findLast(({ role, token }) => role === "create" && token === TOKEN)?.sent;
    const isRead = call.method === "GET" && call.role !== "list" && isMeant(call);
    const [row] = isRead ? await service.rows() : [];
    return last && row ? success({ webhook: { ...row, format: "json", ...last, id } }) : next(call);
  },
];

/** Leads the paths of all that the walk creates to the first subscription, disguised as what was created last. */
const misleading: Fault = async (call, next, service) => {
  const [first] = await service.rows();
  if (!first || !isMeant(call) || Number(call.id) <= 1024 || !["get", "delete"].includes(call.role ?? ""))
    return next(call);
  const sent = service.calls.findLast(({ role }) => role === "create")?.sent;
  if (call.role === "get") return success({ webhook: { ...first, ...sent } });
  await service.asOther("DELETE", idOf(first));
  return success({ success: true, message: "Deleted." });
};

const safe: readonly (readonly [string, ...Fault[]])[] = [
  ...["", "..", "\ud800"].map((id) => [`answers a creation with the id "${id}"`, fields("create", { id })] as const),
  ["leads the paths of new subscriptions to another one, with their values", misleading],
  ["returns one subscription at a time", query((asked) => asked.set("limit", "1"))],
  ["claims that a subscription of others is the created one", ...claiming(1003)],
  [
    "loses the answer to a creation",
    async (call, next) => {
      const reply = await next(call);
      if (call.role === "create" && isMeant(call)) throw new TypeError("connection lost");
      return reply;
    },
  ],
  ["creates, but answers with status 422", status("create", 422)],
  ["creates each subscription twice", twice("create")],
  ["refuses a creation without an access token, but does it", doing("create")],
  [
    "lists nothing once something was created",
    (() => {
      let isCreated = false;
      const fault: Fault = async (call, next) => {
        const reply = await next(call);
        isCreated ||= call.role === "create" && reply.status === 200;
        return call.role === "list" && isCreated ? refusal(503) : reply;
      };
      return fault;
    })(),
  ],
  [
    "creates by update",
    async (call, next, service) => {
      if (call.role !== "update" || !isMeant(call)) return next(call);
      return success({ webhook: await service.asOther("POST", undefined, call.sent) });
    },
  ],
];

describe("nothing of others is touched, and nothing is left unnamed, by a service that", () => {
  test.each(safe.map((row) => [row[0], row] as const))("%s", async (_, [, ...faults]) => {
    const { report, before, others, left, service } = await walkThrough(faults);
    expect(others).toEqual(before);
    expect(report.harmed).toEqual([]);
    const deletions = service.calls.filter(({ method }) => method === "DELETE");
    expect(deletions.filter(({ role, id }) => role !== "delete" || before.some((row) => idOf(row) === id))).toEqual([]);
    const named = report.cleanUp.failed.join("\n");
    if (left.length > 0) expect(report.ok).toBe(false);
    for (const row of left) expect(named).toContain(idOf(row));
  });
});

describe("the walk can be interrupted", () => {
  test("at every write, and at some reads: nothing of others is touched, and nothing is left", async () => {
    const { service: whole } = await walkThrough();
    for (const [index, { method }] of whole.calls.entries()) {
      if (method === "GET" && index % 20 > 0) continue;
      const interruption = new AbortController();
      let requests = 0;
      const fault: Fault = (call, next) => {
        if (++requests > index) interruption.abort();
        return next(call);
      };
      const { report, before, others, left } = await walkThrough([fault], {}, { signal: interruption.signal });
      expect([others, left, report.cleanUp.failed]).toEqual([before, [], []]);
      expect(report.notChecked).toContain("all that follows: the walk was interrupted");
    }
  });

  test("right after a creation that reads do not show yet: it is deleted", async () => {
    const interruption = new AbortController();
    const surroundings = { signal: interruption.signal };
    const fault = alongside("create", () => interruption.abort());
    const { left, service } = await walkThrough([fault, lagging(300)], { settle: 2_000 }, surroundings);
    expect(service.calls.filter(({ role }) => role === "create")).toHaveLength(1);
    expect(left).toEqual([]);
  });

  test.each([
    ["refuses a creation", "create", status("create", 422)],
    ["says that it has deleted something", "delete", deletingNothing],
  ])("twice after a service %s: what nobody has looked for is named", async (_, role, fault) => {
    const [first, second] = [new AbortController(), new AbortController()];
    const signals = [first, second];
    const interrupting: Fault = async (call, next) => {
      const reply = await next(call);
      if (call.role === role || first.signal.aborted) signals.shift()?.abort();
      return reply;
    };
    const surroundings = { signal: first.signal, kill: second.signal };
    const { report, before, others, left } = await walkThrough([interrupting, fault], {}, surroundings);
    expect(others).toEqual(before);
    expect(left.length).toBeGreaterThan(0);
    for (const row of left) expect(report.cleanUp.failed.join("\n")).toContain(row["address"]);
  });
});

test("what is neither found nor listed is named, although another one of the walk looks alike", async () => {
  const isHidden = (id: string) => id === "1026";
  const { report, left } = await walkThrough([
    refusing(({ role, id }) => role === "get" && isHidden(id), 404),
    refusing(({ role }) => role === "delete", 409),
    listing((rows) => rows.filter((row) => !isHidden(idOf(row)))),
  ]);
  expect(left.map(idOf)).toEqual(["1025", "1026"]);
  for (const row of left) expect(report.cleanUp.failed.join("\n")).toContain(idOf(row));
});

test("what is not found at its own path as it was created is not deleted", async () => {
  const others = { topic: "products/update", address: "https://others.example/hooks" };
  const { report, left, service } = await walkThrough([fields("get", others)]);
  expect(service.calls.filter(({ role }) => role === "delete")).toEqual([]);
  for (const row of left) expect(report.cleanUp.failed.join("\n")).toContain(idOf(row));
});

test("an update is left out while others have the same address", async () => {
  const stripped = storing(({ address }) => ({ address: String(address).split("?")[0] }));
  const first: Fault = async (call, next, service) => {
    if (service.calls.length === 1)
      await service.asOther("POST", undefined, {
        topic: "carts/update",
        address: "https://service-admin-verify.example/hooks",
      });
    return next(call);
  };
  const { report, service } = await walkThrough([stripped, first]);
  expect(service.calls.filter(({ role }) => role === "update")).toEqual([]);
  expect(report.notChecked.join("\n")).toMatch(/update: another \w+ has the address .*--address/);
});

test.each(["delete", "update"] as const)(
  "after a wait that the service asks for, %s is not sent again if its subscription may belong to others by then",
  async (role) => {
    const sold = { topic: "products/update", address: "https://others.example/hooks" };
    let isSold = false;
    const busy: Fault = async (call, next, service) => {
      if (call.role !== role || !isMeant(call) || isSold) return next(call);
      isSold = true;
      if (role === "delete") service.patch(Number(call.id), sold);
      else await service.asOther("POST", undefined, { ...sold, topic: call.sent["topic"] });
      return { ...refusal(503), headers: { "Retry-After": "1" } };
    };
    const { report, service } = await walkThrough([busy]);
    const [first, ...others] = service.calls.filter((call) => call.role === role && isMeant(call));
    expect(others.filter(({ id, sent }) => id === first?.id && sent["topic"] === first?.sent["topic"])).toEqual([]);
    expect(report.notChecked.join("\n")).toMatch(role === "delete" ? /delete: status 503/ : /another webhook has/);
  },
);

test("a service whose list cannot be read is never written to", async () => {
  const { report, service } = await walkThrough([refusing(({ role }) => role === "list", 500)]);
  expect(found(report, "breaches")[0]).toMatchObject({ step: "list", check: "status" });
  expect(service.calls.filter(({ role }) => ["create", "update", "delete", "trigger"].includes(role ?? ""))).toEqual(
    [],
  );
});

test("nothing is written while others use the topic that the user has chosen", async () => {
  const { report, service } = await walkThrough([], { fields: { topic: "orders/create" } });
  expect(found(report, "breaches")).toEqual([]);
  expect(service.calls.filter(({ role, method }) => method !== "GET" && role !== "exchange")).toEqual([]);
});

test("what a service keeps that answers no more is named, after a few requests", async () => {
  let requests = 0;
  const silent: Fault = (call, next) => {
    if (++requests > 30) throw new TypeError("connection lost");
    return next(call);
  };
  const { report, left, service } = await walkThrough([silent]);
  expect(left.length).toBeGreaterThan(2);
  for (const row of left) expect(report.cleanUp.failed.join("\n")).toContain(idOf(row));
  expect(service.calls.slice(30).filter(({ role }) => role === "delete")).toEqual([]);
});

test("harm is told even if the list cannot be read again", async () => {
  let isSilent = false;
  const fault: Fault = async (call, next, service) => {
    if (call.role === "delete" && isMeant(call)) await service.asOther("DELETE", 1001);
    const reply = await next(call);
    isSilent ||= call.role === "trigger";
    return call.role === "list" && isSilent ? refusal(503) : reply;
  };
  const { report } = await walkThrough([fault]);
  expect(report.harmed.join("\n")).toContain('webhook "1001" of others is missing');
});

test("an update that also changes others is the last, since the next one might hide that", async () => {
  const everywhere = alongside("update", async ({ rows, patch }, { sent }) => {
    for (const row of await rows()) patch(idOf(row), { format: sent["format"] ?? "json" });
  });
  const { report, before, service } = await walkThrough([everywhere]);
  const [update, ...more] = service.calls.filter((call) => call.role === "update" && isMeant(call));
  expect(more).toEqual([]);
  expect(report.harmed).toHaveLength(before.filter(({ format }) => format !== update?.sent["format"]).length);
});

test("a deletion that has harmed others is the last, and no token is exchanged after harm", async () => {
  const { report, left, service } = await walkThrough([deletingFirst]);
  expect(service.calls.filter((call) => call.role === "delete" && isMeant(call))).toHaveLength(1);
  expect(service.calls.filter(({ role }) => role === "exchange")).toEqual([]);
  expect(report.harmed).toHaveLength(1);
  for (const row of left) expect(report.cleanUp.failed.join("\n")).toContain(idOf(row));
});

test("harm is told although it is done up to --settle after the last write", async () => {
  let due = Number.POSITIVE_INFINITY;
  const late: Fault = async (call, next, service) => {
    if (call.method !== "GET" && isMeant(call)) due = service.now() + 2_000;
    else if (due <= service.now()) await service.asOther("DELETE", 1001);
    return next(call);
  };
  const { report } = await walkThrough([late], { settle: 2_000 });
  expect(report.harmed.join("\n")).toContain('webhook "1001" of others is missing');
});

test("what the walk has created is deleted also after harm", async () => {
  const fault = alongside("create", ({ asOther }) => asOther("DELETE", 1001));
  const { report, left } = await walkThrough([fault]);
  expect(report.harmed).toHaveLength(1);
  expect([left, report.cleanUp.failed]).toEqual([[], []]);
});

test("a deletion that fails once is sent again, and leaves nothing", async () => {
  let turn = 0;
  const failing = refusing(({ role }) => role === "delete" && ++turn === 4, 500);
  const { report, left } = await walkThrough([failing]);
  expect([left, report.ok]).toEqual([[], true]);
});

test("a deletion that is refused is no breach, and what is left is named", async () => {
  const { report, left } = await walkThrough([refusing(({ role }) => role === "delete", 409)]);
  expect(found(report, "breaches")).toEqual([]);
  expect(report.notChecked.join("\n")).toContain("delete: status 409");
  expect(report.ok).toBe(false);
  for (const row of left) expect(report.cleanUp.failed.join("\n")).toContain(idOf(row));
});

test.each([
  ["get", /^The walk cannot go on: .*\nThe webhook "1025".* was left behind/],
  ["exchange", /^The walk cannot go on: .*$/],
] as const)(
  "an answer to %s that nobody has foreseen ends the walk in one sentence that names what is left",
  async (role, sentence) => {
    const walked = walkThrough([status(role, 200, `${"[".repeat(50_000)}${"]".repeat(50_000)}`)]);
    await expect(walked).rejects.toBeInstanceOf(CommandError);
    await expect(walked).rejects.toThrow(sentence);
  },
);

test("the access token is not shown when nothing answers", async () => {
  const lost: Fault = () => {
    throw new TypeError(`no answer to ${TOKEN}`);
  };
  await expect(walkThrough([lost])).rejects.toThrow("http://service.test cannot be reached: no answer to <SECRET>.");
});

test("the log shows the beginning of a long answer", async () => {
  let log = "";
  await walkThrough([status("trigger", 422, { message: "z".repeat(100_000) })], {}, { log: (text) => (log += text) });
  expect(log).toMatch(/{"message":"z{9000,10000}…/);
});

test.each([{ client_secret: { value: "battery-staple" } }, { code: -8_812_345.25 }])(
  "a secret is not shown in whatever form it comes: %j",
  async (changes) => {
    let log = "";
    const { report } = await walkThrough([fields("exchange", changes)], {}, { log: (text) => (log += text) });
    expect(log).toContain("<SECRET>");
    expect(log + JSON.stringify(report)).not.toMatch(/battery-staple|8812345/);
  },
);

test.each([500, 0])(
  "one subscription at most is left where creations are done, but answered with status %s",
  async (code) => {
    const lost: Fault = async (call, next) => {
      const reply = await next(call);
      if (call.role !== "create" || reply.status !== 200) return reply;
      if (code === 0) throw new TypeError("fetch failed");
      return refusal(code);
    };
    const { report, left } = await walkThrough([lost]);
    expect(left.map(idOf)).toHaveLength(1);
    expect(report.cleanUp.failed.join("\n")).toContain(left.map(idOf).join());
    expect(report.notChecked.join("\n")).toContain("what the walk creates cannot be deleted");
  },
);
