import { describe, expect, test } from "vitest";
import { contractOf } from "../../tools/contract/model.js";
import { objectsIn } from "../../tools/contract/pointer.js";
import { documentOf } from "../../tools/contract/read.js";
import { pointsIn, registerOf } from "../../tools/contract/register.js";
import { readContract } from "./contract.js";

const contract = readContract();
const register = registerOf(contractOf(documentOf(JSON.stringify(contract))));

/** Each "not shown" of the interface document, in its order: the section, and how the contract names it. */
const NOT_SHOWN = [
  ["1", "Which other capabilities the service has"],
  ["2.1", "Which bounds, lifetime and uniqueness rules the fields of the OAuth record have"],
  ["2.2", "Which topics are allowed"],
  ["3", "Which states a resource has, and how it moves between them"],
  ["4.1", "What the request body of the token exchange holds"],
  ["4.2", "By which field and in which direction the list is sorted by default"],
  ["4.3", "How `event`, `app_id` and `secret` relate to the other fields"],
  ["4.4", "How the subscription to update is identified"],
  ["4.7", "What a triggered delivery sends, and how its outcome is reported"],
  ["5", "Which scopes an access token has, and how long it lives"],
  ["6", "What the payload of a delivered event holds"],
  ["6", "Whether deliveries are signed or retried, and how"],
  ["7", "Which statuses and bodies error responses have"],
  ["8", "Which rate limits apply"],
  ["9", "How versions are introduced and retired"],
] as const;

/** All descriptions of the contract. */
const descriptions = [...objectsIn(contract)].map(({ value }) => String(value["description"] ?? ""));

describe("register of open questions", () => {
  test("the open questions begin with every point that the interface document says is not shown", () => {
    const open = register.filter(({ kind }) => kind === "open").map(({ text }) => text);
    expect(open).toEqual(NOT_SHOWN.map(([, question]) => question));
  });

  test("the open questions have answers that can be read alone: each names who does something, and none speaks of a document read before", () => {
    for (const { answer } of register) {
      expect(answer).toMatch(/\b(this project|the (client|sandbox))\b/i);
      expect(answer).not.toMatch(/the document\b/i);
    }
  });

  test("the open questions are marked where they matter in one sentence, and each that the document names is marked somewhere", () => {
    const chapters = descriptions.flatMap((description) => description.split(/^# /m));
    const tooMany = chapters.filter((chapter) => (chapter.match(/\*\*Not specified:\*\*/g) ?? []).length > 1);
    expect(tooMany).toEqual([]);
    const marked = descriptions.flatMap(pointsIn);
    const [capabilities, ...others] = NOT_SHOWN.map(([, question]) => question);
    expect(marked).toEqual(expect.arrayContaining(others));
    // The introduction says what the service is, and not what it is not.
    expect(marked).not.toContain(capabilities);
  });
});
