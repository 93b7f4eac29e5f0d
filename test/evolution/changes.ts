/** A change of `openapi.yaml`, as somebody would make it by hand. */
export interface ContractChange {
  /** Changes the text of the contract. */
  edit(contract: string): string;
  /** What the reference must say about it. */
  documented: string;
}

/** Replaces a text everywhere, and fails if it occurs nowhere. */
function replace(contract: string, text: string, by: string): string {
  if (!contract.includes(text)) throw new Error(`The contract has no "${text}" to change`);
  return contract.replaceAll(text, by);
}

/** Adds a text after another. */
const after = (contract: string, text: string, added: string) => replace(contract, text, text + added);

const LIMIT = "        default: 20\n        maximum: 10000\n";
const PAGE =
  "      name: page\n      in: query\n      description: Number of the page to fetch.\n      schema:\n        type: integer\n        default: ";
const LIST_PARAMETERS = '        - $ref: "#/components/parameters/SortOrder"\n';
const FORMAT_OF_ANSWERS = /^( +)(format: (?:json|xml)\n)(?=\1created_at)/gm;

const PING = `
  /api/admin/26.0/webhooks/{id}/ping:
    post:
      operationId: pingWebhook
      tags: [Webhooks]
      summary: Ping webhook
      description: Sends a test request to the address of one subscription.
      parameters:
        - $ref: "#/components/parameters/WebhookId"
      responses:
        "200":
          $ref: "#/components/responses/OneWebhook"
`;

const TOPICS = `
  /api/admin/26.0/topics:
    get:
      operationId: listTopics
      tags: [Topics]
      summary: List topics
      description: Returns one page of the topics.
      parameters:
        - $ref: "#/components/parameters/Limit"
        - $ref: "#/components/parameters/Page"
      responses:
        "200":
          description: One page of topics, under the key \`topics\`.
          content:
            application/json:
              schema:
                type: object
                description: Envelope of the page.
                required: [topics, pagination]
                properties:
                  topics:
                    type: array
                    description: The topics on this page.
                    items:
                      $ref: "#/components/schemas/Topic"
                  pagination:
                    $ref: "#/components/schemas/Pagination"
              examples:
                Topics:
                  summary: The only topic
                  value:
                    topics: [{ name: orders/create, is_internal: false }]
                    pagination: { current_page: 1, per_page: 20, total: 1, total_pages: 1 }
  /api/admin/26.0/topics/{name}:
    get:
      operationId: getTopic
      tags: [Topics]
      summary: Get topic
      description: Returns one topic.
      parameters:
        - name: name
          in: path
          required: true
          description: Name of the topic.
          schema:
            type: string
          example: orders/create
      responses:
        "200":
          description: The topic, under the key \`topic\`.
          content:
            application/json:
              schema:
                type: object
                description: Envelope of the topic.
                required: [topic]
                properties:
                  topic:
                    $ref: "#/components/schemas/Topic"
              examples:
                Topic:
                  summary: New orders
                  value:
                    topic: { name: orders/create, is_internal: false }
`;

const TOPIC_SCHEMA = `    Topic:
      type: object
      description: A topic that subscriptions may have.
      required: [name, is_internal]
      properties:
        name:
          type: string
          description: Name of the topic.
          examples: [orders/create]
        is_internal:
          type: boolean
          description: Whether only the service itself may use it.
          examples: [false]

`;

/** The changes that everything made from the contract must follow, by name. */
export const changes = {
  "the default of limit is 25": {
    edit: (contract) => replace(contract, LIMIT, "        default: 25\n        maximum: 10000\n"),
    documented: "default `25`",
  },
  "the maximum of limit is 500": {
    edit: (contract) => replace(contract, LIMIT, "        default: 20\n        maximum: 500\n"),
    documented: "at most 500",
  },
  "the default of page is 2": {
    edit: (contract) => replace(contract, `${PAGE}1\n`, `${PAGE}2\n`),
    documented: "default `2`",
  },
  "there is a third format": {
    edit: (contract) => replace(contract, "enum: [json, xml]", "enum: [json, xml, csv]"),
    documented: "`csv`",
  },
  "create takes another field": {
    edit: (contract) =>
      after(
        contract,
        "                    examples: [<SIGNING_SECRET>]\n",
        "                  priority:\n                    type: integer\n                    description: How urgent a delivery is.\n                    examples: [3]\n",
      ),
    documented: "How urgent a delivery is.",
  },
  "answers have another field": {
    edit: (contract) =>
      after(
        replace(contract, "required: [id, address, topic, format,", "required: [id, status, address, topic, format,"),
        "          description: Identifier of the subscription.\n          examples: [1001]\n",
        "        status:\n          type: string\n          description: Whether deliveries are sent.\n          examples: [active]\n",
      ).replace(FORMAT_OF_ANSWERS, "$1$2$1status: active\n"),
    documented: "Whether deliveries are sent.",
  },
  "the list can be filtered by a field": {
    edit: (contract) =>
      after(
        after(contract, LIST_PARAMETERS, '        - $ref: "#/components/parameters/Topic"\n'),
        "\n  parameters:\n",
        "    Topic:\n      name: topic\n      in: query\n      description: Lists only subscriptions to this topic.\n      schema:\n        type: string\n      example: orders/create\n",
      ),
    documented: "Lists only subscriptions to this topic.",
  },
  "the access token has another header": {
    edit: (contract) => replace(contract, "X-Service-Access-Token", "X-Admin-Token"),
    documented: "X-Admin-Token",
  },
  "the version is 27.0": {
    edit: (contract) => replace(contract, "26.0", "27.0"),
    documented: "/api/admin/27.0/webhooks",
  },
  "there is another operation": {
    edit: (contract) => replace(contract, "\nwebhooks:\n", `${PING}\nwebhooks:\n`),
    documented: "Sends a test request to the address of one subscription.",
  },
  "there is another resource": {
    edit: (contract) =>
      replace(
        replace(
          replace(contract, "\nwebhooks:\n", `${TOPICS}\nwebhooks:\n`),
          "\n  parameters:\n    Limit:",
          `\n${TOPIC_SCHEMA}  parameters:\n    Limit:`,
        ),
        "\npaths:\n",
        "  - name: Topics\n    description: Look through the topics.\n\npaths:\n",
      ),
    documented: "A topic that subscriptions may have.",
  },
} satisfies Record<string, ContractChange>;

export type ChangeName = keyof typeof changes;
