import type { TestProject } from "vitest/node";
import { startMock } from "./mock.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Base URL of a mock server that all tests share: it has no state. */
    mockUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mock = await startMock();
  project.provide("mockUrl", mock.url);
  return mock.close;
}
