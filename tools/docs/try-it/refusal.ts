/** One thing that the sandbox refuses, and where it is: `body`, `query` and so on, with the keys from there. */
export interface Fault {
  location: readonly string[];
  message: string;
}

/** What an answer says about the request that it refuses. */
export interface Refusal {
  /** In a sentence; empty if the answer has none. */
  said: string;
  /** Each thing that is wrong, if the answer lists them. */
  faults: readonly Fault[];
}

/** Where the sandbox writes its words into a body that the contract declares: the first of these that is a text. */
const SENTENCES = ["message", "detail", "error_description", "error", "title"];

/** The part of a request that a status is about, where the answer does not name it. */
const PLACES: Readonly<Record<number, string>> = { 400: "body", 401: "token", 415: "body", 422: "body" };

/** Reads the body of a refusal: the sandbox's own problem document, or one that the contract declares. */
export function refusalIn(status: number, body: string): Refusal {
  const fields = new Map(Object.entries(parsed(body)));
  const texts = SENTENCES.map((name) => fields.get(name)).filter((value) => typeof value === "string");
  const said = texts[0] ?? "";
  const listed = fields.get("validation");
  const place = PLACES[status];
  if (Array.isArray(listed)) return { said, faults: listed };
  return { said, faults: place !== undefined && said !== "" ? [{ location: [place], message: said }] : [] };
}

function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
