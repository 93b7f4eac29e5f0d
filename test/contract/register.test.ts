import { describe, expect, test } from "vitest";
import { pointers } from "../worlds/documented.js";
import { at, readContract } from "./contract.js";

const contract = readContract();
const description = String(at(contract, "/info/description"));
const [guide = "", register = ""] = description.split("# What this contract does not specify");
const delivery = "/components/pathItems/Delivery/post";

/**
 * Each "not shown" of the interface document, in its order: the section, how the contract names the gap, and the place
 * where a reader needs it, as a JSON pointer. `/info/description` is the introduction above the register.
 */
const gaps: [section: string, gap: string, place: string][] = [
  ["1", "other capabilities of the service", "/info/description"],
  ["2.1", "bounds, lifetime and uniqueness of the oauth fields", "/components/schemas/OAuth/description"],
  ["2.2", "the complete list of allowed topics", "/components/schemas/Webhook/properties/topic/description"],
  ["3", "states and transitions of any resource", "/tags"],
  ["4.1", "the request payload of the token exchange", "/components/requestBodies/ExchangeAccessToken/description"],
  ["4.2", "the default sort field and order", "/components/parameters/SortBy/description"],
  [
    "4.3",
    "how event, app_id and secret relate to the other fields",
    "/components/requestBodies/CreateWebhook/content/application~1json/schema/properties/webhook/description",
  ],
  ["4.4", "how the subscription to update is identified", `${pointers.update}/description`],
  ["4.7", "what the triggered delivery sends and how its outcome is reported", `${pointers.trigger}/description`],
  ["5", "scopes and token lifetime", "/components/securitySchemes/AccessToken/description"],
  ["6", "the payload of a delivered event", `${delivery}/requestBody/description`],
  ["6", "request signing and retry behaviour of deliveries", `${delivery}/description`],
  ["7", "error responses, their status codes and their bodies", "/info/description"],
  ["8", "rate limits", "/info/description"],
  ["9", "rules for introducing or retiring versions", "/info/description"],
];

/** What a text, or a part of the contract, marks as not specified. */
function markedIn(part: unknown): string[] {
  const text = JSON.stringify(part).replaceAll("\\n", " ");
  return [...text.matchAll(/\*\*Not specified:\*\* ([^.]+)\./g)].map(([, gap = ""]) => gap.replace(/\s+/g, " "));
}

describe("the contract names every gap of the document where the reader needs it", () => {
  // One test: whoever closes or opens a gap changes one list.
  test("and the register again, in the same order, with what this project does about each, and no others", () => {
    const markedAt = (pointer: string) => markedIn(pointer === "/info/description" ? guide : at(contract, pointer));
    expect(gaps.filter(([, gap, pointer]) => !markedAt(pointer).includes(gap))).toEqual([]);
    expect(new Set(markedIn(contract))).toEqual(new Set(gaps.map(([, gap]) => gap)));
    const [table = ""] = register.split("# Choices");
    const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)].slice(2);
    const named = rows.map(([, gap = ""]) => gap[0]?.toLowerCase() + gap.slice(1));
    expect(named).toEqual(gaps.map(([, gap]) => gap));
    for (const [, , place, choice] of rows) expect([place, choice]).not.toContain("");
  });
});
