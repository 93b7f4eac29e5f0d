import { describe, expect, test } from "vitest";
import { at, pointers, readContract } from "./contract.js";

const contract = readContract();
const description = String(at(contract, "/info/description"));
const [beginning = "", register = ""] = description.split("# Open questions");
const delivery = "/webhooks/delivery/post";
const exchange = "/paths/~1api~1admin~126.0~1oauth~1access_token/post";
const json = "content/application~1json";

/**
 * Each "not shown" of the interface document, in its order: the section, how the contract names the gap, and the place
 * where a reader needs it, as a JSON pointer. `/info/description` is the description above the register.
 */
const gaps: [section: string, gap: string, place: string][] = [
  ["1", "other capabilities of the service", "/info/description"],
  ["2.1", "bounds, lifetime and uniqueness of the oauth fields", "/components/schemas/OAuth/description"],
  ["2.2", "the complete list of allowed topics", "/components/schemas/Webhook/properties/topic/description"],
  ["3", "states and transitions of any resource", "/tags"],
  ["4.1", "the request payload of the token exchange", `${exchange}/requestBody/description`],
  ["4.2", "the default sort field and order", `${pointers.list}/parameters/2/description`],
  [
    "4.3",
    "how event, app_id and secret relate to the other fields",
    `${pointers.create}/requestBody/${json}/schema/properties/webhook/description`,
  ],
  ["4.4", "how the subscription to update is identified", `${pointers.update}/description`],
  ["4.7", "what the triggered delivery sends and how its outcome is reported", `${pointers.trigger}/description`],
  ["5", "scopes and token lifetime", "/info/description"],
  ["6", "the payload of a delivered event", `${delivery}/requestBody/description`],
  ["6", "request signing and retry behaviour of deliveries", `${delivery}/description`],
  ["7", "error responses, their status codes and their bodies", "/info/description"],
  ["8", "rate limits", "/info/description"],
  ["9", "rules for introducing or retiring versions", "/info/description"],
];

/** What the document says in a way that can be read differently, in the order of the register. */
const choices = [
  "Where are the parameters of create, update and trigger sent?",
  "Where do `event`, `app_id` and `secret` belong?",
  "Is every listed field always present?",
  "Which sign may a numeric UTC offset have?",
  "May timestamps have fractions of a second?",
  "Must a timestamp have seconds?",
  "What is a URL in `address`?",
  "What do the four fields of `pagination` mean?",
  "Which values may `sort_by` have?",
  "What is a handle, in the path of get and delete?",
  "What is `secret` in the body of create?",
  "May a base URL have a path?",
  "What is a topic made of?",
  "How does a delivery reach its address?",
  "To which address does a trigger deliver?",
  "Is `code` in the OAuth record a secret?",
  "What do `created_at` and `updated_at` mean?",
  "Which server is the default?",
];

/** What a text, or a part of the contract, marks as not specified. */
function markedIn(part: unknown): string[] {
  const text = JSON.stringify(part).replaceAll("\\n", " ");
  return [...text.matchAll(/\*\*Not specified:\*\* ([^.]+)\./g)].map(([, gap = ""]) => gap.replace(/\s+/g, " "));
}

describe("the contract names every gap of the document", () => {
  test("where a reader needs it, and nowhere else", () => {
    const markedAt = (pointer: string) => markedIn(pointer === "/info/description" ? beginning : at(contract, pointer));
    expect(gaps.filter(([, gap, pointer]) => !markedAt(pointer).includes(gap))).toEqual([]);
    expect(markedIn(contract).sort()).toEqual(gaps.map(([, gap]) => gap).sort());
  });

  // One test: whoever closes or opens a gap changes one list.
  test("and again in the register, before the choices, each with its place and with what this project does", () => {
    const rows = [...register.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)].slice(2);
    const named = rows.map(([, question = ""]) => question);
    const capitalized = gaps.map(([, gap = ""]) => gap[0]?.toUpperCase() + gap.slice(1));
    expect(named).toEqual([...capitalized, ...choices]);
    for (const [, , place, answer] of rows) expect([place, answer]).not.toContain("");
  });

  test("and says little about the document itself", () => {
    expect(JSON.stringify(contract).match(/interface document/g)?.length ?? 0).toBeLessThanOrEqual(2);
  });
});
