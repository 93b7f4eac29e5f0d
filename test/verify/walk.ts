import { DEFAULT_ADDRESS, type VerifyOptions } from "../../src/verify/flags.js";
import type { Report } from "../../src/verify/report.js";
import { verify } from "../../src/verify/verify.js";
import type { Surroundings } from "../../src/verify/walk.js";
import type { Item } from "../worlds/webhooks.js";
import { createService, type Fault, idOf, type Service, TOKEN } from "./service.js";

/** The options of a walk in this process. */
export function optionsFor(options: Partial<VerifyOptions> = {}): VerifyOptions {
  return {
    server: "http://service.test",
    accessToken: TOKEN,
    fields: {},
    address: DEFAULT_ADDRESS,
    deliver: true,
    stateless: false,
    strict: false,
    settle: 0,
    timeout: 10_000,
    ...options,
  };
}

/** What a walk through a service has found, and what it has left. */
export interface Walked {
  report: Report;
  /** Items of others before and after the walk. */
  before: Item[];
  others: Item[];
  /** Items that were not there before. */
  left: Item[];
  service: Service;
}

/** Walks through a service, in this process. */
export async function walkThrough(
  faults: readonly Fault[] = [],
  options: Partial<VerifyOptions> = {},
  { seed = 24, ...surroundings }: Surroundings & { seed?: number } = {},
): Promise<Walked> {
  const service = createService(faults, seed);
  const before = await service.rows();
  const report = await verify(optionsFor(options), { fetch: service.fetch, pause: service.pause, ...surroundings });
  const after = await service.rows();
  const ids = before.map(idOf);
  const isOther = (item: Item) => ids.includes(idOf(item));
  return { report, before, service, others: after.filter(isOther), left: after.filter((item) => !isOther(item)) };
}

/** All findings of one kind, each with its step. */
export function found({ steps }: Report, kind: "breaches" | "departures") {
  return steps.flatMap((step) => step[kind].map((finding) => ({ step: step.step, ...finding })));
}
