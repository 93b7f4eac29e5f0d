import type { TestProject } from "vitest/node";
import { setUpDocumented } from "../../worlds/documented-setup.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Base URL of a sandbox for pages, which start no servers. */
    sandboxUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mock = await setUpDocumented();
  // It loads what has just been generated.
  const { servers } = await import("../../servers/contract-servers.js");
  const sandbox = await servers.sandbox();
  project.provide("mockUrl", mock.url);
  project.provide("sandboxUrl", sandbox.url);
  return async () => {
    await Promise.all([mock.close(), sandbox.close()]);
  };
}
