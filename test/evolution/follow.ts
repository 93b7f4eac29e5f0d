import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkout } from "../servers/checkout.js";
import { run } from "../servers/command.js";
import type { ContractChange } from "./changes.js";

type Client = typeof import("../../src/client/index.js");
type Sandbox = typeof import("../../src/sandbox/index.js");

/** A copy of this project, built after a change of its contract. */
export interface ChangedProject {
  folder: string;
  client: Client;
  sandbox: Sandbox;
  /** Text of a file. */
  read(file: string): Promise<string>;
  remove(): Promise<void>;
}

/** Changes the contract of a copy and runs `npm run build` in it, with no other edit. */
export async function changeAndBuild({ edit }: ContractChange): Promise<ChangedProject> {
  const { folder, remove } = await checkout();
  const read = (file: string) => readFile(join(folder, file), "utf8");
  await writeFile(join(folder, "openapi.yaml"), edit(await read("openapi.yaml")));
  const { code, output } = await run("npm run build", folder);
  if (code !== 0) throw new Error(`npm run build failed:\n${output}`);
  const load = (file: string) => import(pathToFileURL(join(folder, "dist/src", file)).href);
  const [client, sandbox] = await Promise.all([load("client/index.js"), load("sandbox/index.js")]);
  return { folder, client, sandbox, read, remove };
}
