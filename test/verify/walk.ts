import type { Report } from "../../src/verify/report.js";
import { type Surroundings, verify } from "../../src/verify/verify.js";
import { DEFAULT_ADDRESS, type VerifyOptions } from "../../src/verify/verify-flags.js";
import {
  collection,
  createService,
  type Fault,
  type Item,
  idOf,
  others as otherCollections,
  type Service,
  TOKEN,
} from "./service.js";

/** The options of a walk in this process. */
export function optionsFor(options: Partial<VerifyOptions> = {}): VerifyOptions {
  return {
    server: "http://service.test",
    accessToken: TOKEN,
    fields: {},
    address: DEFAULT_ADDRESS,
    deliver: true,
    leave: false,
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
  const report = ownOf(await verify(optionsFor(options), { fetch: service.fetch, ...surroundings }));
  const after = await service.rows();
  const ids = before.map(idOf);
  const isOther = (item: Item) => ids.includes(idOf(item));
  return { report, before, service, others: after.filter(isOther), left: after.filter((item) => !isOther(item)) };
}

/** What a report says of the collection of the tests, in the words of a contract that has no other. */
function ownOf(report: Report): Report {
  const own = `${collection.name}.`;
  const isOther = (text: string) => otherCollections.some(({ name }) => text.startsWith(`${name}.`));
  return {
    ...report,
    steps: report.steps
      .filter(({ step }) => !isOther(step))
      .map((step) => ({ ...step, step: step.step.replace(own, "") })),
    notChecked: report.notChecked.filter((line) => !isOther(line)).map((line) => line.replaceAll(own, "")),
  };
}

/** All findings of one kind, each with its step. */
export function found({ steps }: Report, kind: "breaches" | "departures") {
  return steps.flatMap((step) => step[kind].map((finding) => ({ step: step.step, ...finding })));
}
