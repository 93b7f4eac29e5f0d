import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { accessToken, type OperationId, operations } from "../../generated/contract.js";
import type { Request } from "../../src/verify/answer.js";
import { curlOf } from "../../src/verify/curl.js";
import { Walk } from "../../src/verify/walk.js";

const TOKEN = "correct-horse";
/** What ends a word of a shell, or stands for something else in it. */
const TRICKY = `it's "one" $HOME \`id\` \\ !`;
const url = `http://service.test/${TRICKY}`;
const exchangeFile = `${TRICKY}.json`;
const options = { server: "http://service.test", address: "", deliver: false, strict: false, settle: 0, timeout: 0 };

/** What curl receives from a shell that reads the line. */
function argumentsOf(operation: OperationId, sent: Request): string[] {
  const request = { ...sent, method: operations[operation].method, url };
  const answer = { operation, request, status: 0, headers: new Headers(), text: "", body: undefined };
  const line = curlOf(new Walk({ ...options, format: "spec", exchangeFile }, TOKEN), answer);
  const script = `curl() { printf '%s\\n' "$@"; }\n${line}`;
  const env = { SERVICE_ACCESS_TOKEN: TOKEN };
  return execFileSync("sh", ["-c", script], { encoding: "utf8", env }).trimEnd().split("\n");
}

const headers = ["-H", `${accessToken.header}: ${TOKEN}`, "-H", "Content-Type: application/json"];
const body = { webhook: { event: TRICKY } };

test.each<[OperationId, Request, string[]]>([
  ["getWebhook", {}, ["-i", url, ...headers]],
  ["createWebhook", { body }, ["-i", "-X", "POST", url, ...headers, "-d", JSON.stringify(body)]],
  ["exchangeAccessToken", { body }, ["-i", "-X", "POST", url, ...headers, "-d", `@${exchangeFile}`]],
])("a shell reads the line that repeats %s as the request was sent", (operation, sent, expected) => {
  expect(argumentsOf(operation, sent)).toEqual(expected);
});
