import type { TestProject } from "vitest/node";
import { startMock } from "./mock.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Base URL of a mock server that all tests share: it has no state. */
    mockUrl: string;
    /** Seed of the tests that try many values. */
    fastCheckSeed: number;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mock = await startMock();
  project.provide("mockUrl", mock.url);
  // The same cases in every run. To try others: FAST_CHECK_SEED=$RANDOM npm test
  project.provide("fastCheckSeed", Number(process.env["FAST_CHECK_SEED"] ?? 20261121));
  return () => mock.close();
}
