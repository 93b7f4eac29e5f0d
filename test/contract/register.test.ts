import { describe, expect, test } from "vitest";
import { contractOf } from "../../tools/contract/model.js";
import { objectsIn } from "../../tools/contract/pointer.js";
import { documentOf } from "../../tools/contract/reader.js";
import { gapsIn, registerOf } from "../../tools/contract/register.js";
import { at, pointers, readContract } from "./contract.js";

const contract = readContract();
const register = registerOf(contractOf(documentOf(JSON.stringify(contract))));
const description = "/info/description";
const delivery = "/webhooks/delivery/post";
const exchange = "/paths/~1api~1admin~126.0~1oauth~1access_token/post";
const bodyOf = (operation: string) => `${operation}/requestBody/content/application~1json/schema/properties/webhook`;
const fieldsOf = (name: string) => `/components/schemas/Webhook/properties/${name}`;
const sent = (operation: string, name: string) => `${bodyOf(operation)}/properties/${name}/description`;
const { list, create, update, trigger } = pointers;
/** Where a field of a subscription is sent, and where it is returned. */
const placesOf = (name: string) => [
  ...[create, update, trigger].map((operation) => sent(operation, name)),
  `${fieldsOf(name)}/description`,
];

/**
 * Each "not shown" of the interface document, in its order: the section, how the contract names the gap, and the place
 * where a reader needs it, as a JSON pointer.
 */
const open: [section: string, gap: string, ...places: string[]][] = [
  ["1", "Which other capabilities the service has", description],
  [
    "2.1",
    "Which bounds, lifetime and uniqueness rules the fields of the OAuth record have",
    "/components/schemas/OAuth/description",
  ],
  ["2.2", "Which topics are allowed", ...placesOf("topic"), `${delivery}/description`],
  ["3", "Which states a resource has, and how it moves between them", "/tags/1/description"],
  ["4.1", "What the request body of the token exchange holds", `${exchange}/requestBody/description`],
  ["4.2", "By which field and in which direction the list is sorted by default", `${list}/parameters/2/description`],
  ["4.3", "How `event`, `app_id` and `secret` relate to the other fields", `${bodyOf(create)}/description`],
  ["4.4", "How the subscription to update is identified", `${update}/description`],
  ["4.7", "What a triggered delivery sends, and how its outcome is reported", `${trigger}/description`],
  ["5", "Which scopes an access token has, and how long it lives", description, `${exchange}/description`],
  ["6", "What the payload of a delivered event holds", `${delivery}/requestBody/description`],
  ["6", "Whether deliveries are signed or retried, and how", `${delivery}/description`, sent(create, "secret")],
  ["7", "Which statuses and bodies error responses have", description],
  ["8", "Which rate limits apply", description],
  ["9", "How versions are introduced and retired", description],
];

/** What the document does not mention, and a reader looks for, each with its places. */
const unmentioned: [gap: string, ...places: string[]][] = [
  ["Whom to ask about the service", description],
  ["Which base URL the service has", description],
  ["Whether the service has a test environment", description],
  ["How an access token is issued", description],
  ["Whether web pages may call the service (CORS)", description],
  ["In which charset bodies are encoded", description, `${delivery}/requestBody/description`],
  ["What the OAuth record is for", `${exchange}/description`],
  ["Whether an exchange changes anything", `${exchange}/description`],
  ["How long a value may be", description, ...placesOf("address")],
  ["How many subscriptions there may be", description, `${create}/description`],
  ["Whose subscriptions an access token sees", `${list}/description`],
  [
    "Which values of `limit` and `page` are too small",
    ...[0, 1].map((index) => `${list}/parameters/${index}/description`),
  ],
  ["What a page after the last one holds", `${list}/parameters/1/description`],
  ["In which order subscriptions with equal values are listed", `${list}/parameters/2/description`],
  ["Whether a value that is not allowed is refused or replaced", description],
  ["Whether two subscriptions may share a topic and an address", `${create}/description`],
  ["Whether the service requires `https` in an address", ...placesOf("address")],
  ["What `event` and `app_id` mean", ...["event", "app_id"].map((name) => sent(create, name))],
  ["Whether one subscription can have several topics, or all of them", "/tags/1/description"],
  ["Whether and how a secret can be changed or removed", sent(create, "secret")],
  [
    "Which status the service returns for a subscription that does not exist",
    ...[pointers.get, pointers.delete].map((operation) => `${operation}/description`),
  ],
  ["What a GET returns after the deletion", `${pointers.delete}/description`],
  ["What happens to a delivery under way when its subscription is deleted", `${pointers.delete}/description`],
  ["Whether you may call the internal trigger in production", `${trigger}/description`],
  ["Which subscription is returned when none has the topic and the address of a trigger", `${trigger}/description`],
  ["How identifiers are assigned, and how large they become", `${fieldsOf("id")}/description`],
  [
    "Which UTC offset the timestamps of a subscription have",
    ...["created_at", "updated_at"].map((name) => `${fieldsOf(name)}/description`),
  ],
  ["Whether the service checks an address before it sends deliveries there", `${delivery}/description`],
  ["What a receiver answers, and how soon", `${delivery}/description`],
  ["Whether the service stops sending to an address that fails", `${delivery}/description`],
  ["Whether the service follows redirects, and which certificates it accepts", `${delivery}/description`],
  ["Which headers a delivery has", `${delivery}/description`],
  ["How large a payload may be, and whether it may hold several events", `${delivery}/requestBody/description`],
  ["From which IP addresses deliveries come", `${delivery}/description`],
  ["How soon and in which order deliveries arrive, and whether they have an identifier", `${delivery}/description`],
  ["Whether past deliveries can be listed or sent again", `${delivery}/description`],
];

/** What the document says in a way that can be read differently, in the order of the register. */
const readings = [
  "Where are the parameters of create, update and trigger sent?",
  "Where do `event`, `app_id` and `secret` belong?",
  "Does an update without `format` set the default?",
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

/** How often the contract marks each gap. */
function countMarks(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value } of objectsIn(contract))
    for (const gap of gapsIn(String(Object(value).description ?? ""))) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return counts;
}

const textsOf = (kind: string) => register.filter((row) => row.kind === kind).map(({ text }) => text);

describe("the contract names every gap of the document", () => {
  const gaps = [...open.map(([, gap, ...places]) => [gap, ...places]), ...unmentioned];

  test("where a reader needs it, and nowhere else", () => {
    const isMarkedAt = (gap: string, pointer: string) => gapsIn(String(at(contract, pointer))).includes(gap);
    const missing = gaps.map(([gap = "", ...places]) => [gap, places.filter((place) => !isMarkedAt(gap, place))]);
    expect(missing).toEqual(gaps.map(([gap]) => [gap, []]));
    expect(countMarks()).toEqual(new Map(gaps.map(([gap = "", ...places]) => [gap, places.length])));
  });

  // One test: whoever closes or opens a gap changes one list.
  test("and again in the register: what the document leaves open, what it does not mention, and our readings", () => {
    expect(textsOf("open")).toEqual(open.map(([, gap]) => gap));
    expect(textsOf("unmentioned")).toEqual(unmentioned.map(([gap]) => gap));
    expect(textsOf("reading")).toEqual(readings);
    for (const { where } of register) expect(where).not.toBe("");
  });

  test("where each answer can be read alone: it says who does it, and does not speak of a document read before", () => {
    for (const { answer } of register) {
      expect(answer).toMatch(/\b(this project|the (client|sandbox))\b/i);
      expect(answer).not.toMatch(/the document\b/i);
    }
  });

  test("in one form of words, and says little about the document itself", () => {
    const words = JSON.stringify(contract);
    // The register explains the mark.
    expect(words.replace("marked **Not specified** where", "").replaceAll("**Not specified:** ", "")).not.toMatch(
      /not (said|specified)/i,
    );
    expect(words.match(/interface document/g)?.length ?? 0).toBeLessThanOrEqual(2);
  });

  test("and what this project assumes in its own name: who reads of one operation has not read of the document", () => {
    const { paths, webhooks, components } = Object(contract);
    expect(JSON.stringify({ paths, webhooks, components })).not.toMatch(/the document|our reading/i);
  });
});
