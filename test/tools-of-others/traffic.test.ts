import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";

// How much of the contract verify reaches, and what a judge that is not ours says of the sandbox: Redocly's proxy records
// a walk, and `drift` compares what it has recorded with the contract.

const REDOCLY = "node_modules/.bin/redocly";

interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly status: number;
}

describe("the traffic of verify at the sandbox, as Redocly sees it", () => {
  let folder: string;
  let printed: string;
  let report: { run: { totalExchanges: number; documentedExchanges: number }; problems: readonly Problem[] };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "traffic-"));
    const [har, body, json] = ["traffic.har", "body.json", "drift.json"].map((name) => join(folder, name));
    await writeFile(`${body}`, JSON.stringify({ grant: "any" }));
    await using sandbox = await startSandbox({ port: 0, seed: 24 });
    const port = await freePort();
    // Redocly itself must get the signal: through npx, it writes no file.
    const proxy = start(`exec ${REDOCLY} proxy --target ${sandbox.url} --port ${port} --har ${har}`);
    await proxy.printed("Press Ctrl+C to stop");
    const flags = `--server http://127.0.0.1:${port} --deliver --exchange-body ${body}`;
    const walk = await run(`SERVICE_ACCESS_TOKEN=any npm run --silent verify -- ${flags}`);
    await proxy.close("SIGINT");
    expect(walk.output).toContain("ℹ fail 0");
    const drift = `${REDOCLY} drift ${har} --api openapi.yaml --server ${sandbox.url} --coverage`;
    printed = (await run(`${drift} --format json --output ${json}`)).output;
    report = JSON.parse(await readFile(`${json}`, "utf8"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("reaches every operation, parameter, property and status of the contract", () => {
    const coverage = [...printed.matchAll(/^ {2}(\w[\w ]*?) {2,}\S+ +(\d+)% +(\d+)\/(\d+)$/gm)];
    const percents = Object.fromEntries(coverage.map(([, what, percent]) => [what, Number(percent)]));
    expect(percents).toEqual({ operations: 100, parameters: 100, "schema properties": 100, "response codes": 100 });
    const [, , , reached] = coverage.find(([, what]) => what === "operations") ?? [];
    expect(Number(reached)).toBe(Object.keys(operations).length);
  });

  test("contradicts the contract only where verify sends no access token", () => {
    expect(report.run.totalExchanges).toBeGreaterThan(100);
    expect(report.run.documentedExchanges).toBe(report.run.totalExchanges);
    const errors = report.problems.filter(({ severity }) => severity === "error");
    const others = errors.filter(({ ruleId, status }) => ruleId !== "security-baseline" || status !== 401);
    expect(others).toEqual([]);
    // One for each operation that was tried without a token.
    expect(errors).toHaveLength(Object.keys(operations).length);
  });
});
