import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { projectFolder, type RunningCommand, start } from "./command.js";
import { freePort } from "./port.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Base URL of a mock server that all tests share: it has no state. */
    mockUrl: string;
  }
}

/** Runs once, before all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mock = await startMock();
  project.provide("mockUrl", mock.url);
  return () => mock.close();
}

/**
 * The real Prism, as `npm run mock` starts it, on a free port; without npm, which takes half a second.
 *
 * @param folder - Where the openapi.yaml is that it answers from.
 */
export async function startMock(flags = "", folder = projectFolder): Promise<RunningCommand & { url: string }> {
  const port = await freePort();
  const program = join(projectFolder, "tools/mock/command.ts");
  const command = start(`node --import tsx ${program} --port ${port} ${flags}`, folder);
  await command.printed(`Prism is listening on http://127.0.0.1:${port}`);
  return { ...command, url: `http://127.0.0.1:${port}` };
}

/** What Prism finds wrong with an answer of its own. */
export function violationsIn({ headers }: Response): unknown[] {
  return JSON.parse(headers.get("sl-violations") ?? "[]");
}
