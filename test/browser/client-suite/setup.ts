import type { TestProject } from "vitest/node";
import { servers } from "../../servers/contract-servers.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Base URL of a sandbox for pages, which start no servers. */
    sandboxUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await servers.sandbox();
  project.provide("sandboxUrl", sandbox.url);
  return sandbox.close;
}
