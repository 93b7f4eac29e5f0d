import type { TestProject } from "vitest/node";
import { servers } from "../../servers/contract-servers.js";
import { startMock } from "../../servers/mock.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Base URL of a sandbox for pages, which start no servers. */
    sandboxUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [mock, sandbox] = await Promise.all([startMock(), servers.sandbox()]);
  project.provide("mockUrl", mock.url);
  project.provide("sandboxUrl", sandbox.url);
  return async () => {
    await Promise.all([mock.close(), sandbox.close()]);
  };
}
