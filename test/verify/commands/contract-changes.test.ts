import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkout } from "../../servers/checkout.js";
import { run } from "../../servers/command.js";
import { startService, TOKEN } from "../service.js";

/** A change of the contract that a service can break, and what the walk says of one that follows the old contract. */
interface Change {
  title: string;
  edit(contract: string): string;
  says: RegExp;
}

const after = (mark: string, addition: string) => (contract: string) => contract.replace(mark, mark + addition);

/** An operation of the contract that answers with a subscription. */
const ping = `  /api/admin/26.0/webhooks/{id}/ping:
    post:
      operationId: pingWebhook
      tags: [Webhooks]
      summary: Ping webhook
      description: Pings the address of a subscription.
      parameters:
        - $ref: "#/components/parameters/WebhookId"
      responses:
        "200":
          $ref: "#/components/responses/OneWebhook"
`;

const secondResource = `  /api/admin/26.0/hooks:
    get:
      operationId: listHooks
      tags: [Webhooks]
      summary: List hooks
      description: Gives one page of the hooks.
      responses:
        "200":
          $ref: "#/components/responses/WebhookPage"
  /api/admin/26.0/hooks/{id}:
    get:
      operationId: getHook
      tags: [Webhooks]
      summary: Get hook
      description: Gives one hook.
      parameters:
        - $ref: "#/components/parameters/WebhookId"
      responses:
        "200":
          $ref: "#/components/responses/OneWebhook"
`;

const changes: Change[] = [
  {
    title: "another default of limit",
    edit: (contract) => contract.replace("default: 20\n", "default: 25\n"),
    says: /listDefaults .*\n +value: 20 subscriptions, expected 25/,
  },
  {
    title: "another maximum of limit",
    edit: (contract) => contract.replace("maximum: 10000\n", "maximum: 500\n"),
    says: /listMaximum .*\n +refusal: limit=501 is accepted, and the maximum is 500/,
  },
  {
    title: "another default of page",
    edit: (contract) => contract.replace("default: 1\n      example: 1\n", "default: 2\n      example: 2\n"),
    says: /listDefaults .*\n +value: another page than page=2/,
  },
  {
    title: "a third format",
    edit: (contract) => contract.replace("enum: [json, xml]", "enum: [json, xml, csv]"),
    says: /createFields .*\n +status: 422, expected 200 .*with format: "csv"/,
  },
  {
    title: "a new required field in an answer",
    edit: (contract) =>
      contract
        .replace("required: [id, address, topic,", "required: [label, id, address, topic,")
        .replace(
          "        address: &address\n",
          "        label:\n          type: string\n          description: A name.\n          examples: [Lamp]\n        address: &address\n",
        )
        .replaceAll(/^( +)(- )?id: (1001|1002)$/gm, (line, indent: string, dash = "") => {
          return `${line}\n${indent}${dash ? "  " : ""}label: Lamp`;
        }),
    says: /create .*\n +schema: \/webhook must have required property 'label' \(§2\.2\)/,
  },
  {
    title: "another header for the access token",
    edit: (contract) => contract.replaceAll("X-Service-Access-Token", "X-Admin-Token"),
    says: /refuses the access token in X-Admin-Token \(status 401\)/,
  },
  {
    title: "another version in the path",
    edit: (contract) => contract.replaceAll("26.0", "27.0"),
    says: /create +POST \/api\/admin\/27\.0\/webhooks +404 .*\n +status: 404, expected 200/,
  },
  {
    title: "a new operation on a subscription",
    edit: after("\npaths:\n", ping),
    says: /pingWebhook +POST \/api\/admin\/26\.0\/webhooks\/1025\/ping +404 .*\n +status: 404, expected 200/,
  },
  {
    title: "a second resource",
    edit: after("\npaths:\n", secondResource),
    says: /listHooks +GET \/api\/admin\/26\.0\/hooks +404 .*\n +status: 404, expected 200/,
  },
];

/** Makes everything from a changed contract, and walks through a service that follows the old one. */
async function walkAfter(edit: Change["edit"]) {
  const clone = await checkout();
  await using service = await startService();
  try {
    const file = join(clone.folder, "openapi.yaml");
    const contract = await readFile(file, "utf8");
    const changed = edit(contract);
    await writeFile(file, changed);
    const generate = "node --import tsx tools/generate/command.ts";
    const walk = `SERVICE_ACCESS_TOKEN=${TOKEN} node --import tsx src/verify/command.ts --server ${service.url}`;
    return { differs: changed !== contract, ...(await run(`${generate} && ${walk}`, clone.folder)) };
  } finally {
    await clone.remove();
  }
}

test.each(changes)(
  "a service that follows the old contract fails the walk of the new one, with $title",
  {
    timeout: 120_000,
  },
  async ({ edit, says }) => {
    const { differs, code, output } = await walkAfter(edit);
    expect(differs).toBe(true);
    expect(output).toMatch(says);
    expect(code).toBe(1);
  },
);

test("and passes that of its own contract", { timeout: 120_000 }, async () => {
  const { code, output } = await walkAfter((contract) => contract);
  expect(code, output).toBe(0);
});
