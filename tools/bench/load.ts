import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { installPackages } from "../packages/install.js";
import { benchFolder } from "./bundle.js";

const execute = promisify(execFile);

/** A load on a server. */
export interface Load {
  readonly url: string;
  /** HTTP method, by default `GET`. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long it lasts. */
  readonly seconds: number;
  /** How many connections send at the same time, by default 8. */
  readonly connections?: number;
}

/** What a server did under a load. */
export interface Throughput {
  /** Responses, all of them with a success status. */
  readonly responses: number;
  /** Responses per second, on average. */
  readonly rate: number;
}

/** Puts a load on a server with autocannon, in a separate process. @throws Error when a request fails. */
export async function throughputOf(load: Load): Promise<Throughput> {
  installPackages(benchFolder);
  const { url, method = "GET", headers = {}, body, seconds, connections = 8 } = load;
  const options = [`--method=${method}`, `--connections=${connections}`, `--duration=${seconds}`];
  for (const [name, value] of Object.entries(headers)) options.push("--headers", `${name}=${value}`);
  if (body !== undefined) options.push("--body", body);
  const autocannon = join(benchFolder, "node_modules/.bin/autocannon");
  const { stdout } = await execute(autocannon, ["--json", ...options, url]);
  const { requests, non2xx, errors } = JSON.parse(stdout);
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${url} failed`);
  return { responses: requests.total, rate: requests.average };
}
