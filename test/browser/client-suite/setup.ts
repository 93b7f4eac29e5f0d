import type { TestProject } from "vitest/node";
import { contractText } from "../../contract/file.js";
import { servers } from "../../servers/contract-servers.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The text of openapi.yaml, for pages, which read no files. */
    contractText: string;
    /** Base URL of a sandbox for pages, which start no servers. */
    sandboxUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await servers.sandbox();
  project.provide("contractText", contractText());
  project.provide("sandboxUrl", sandbox.url);
  return sandbox.close;
}
