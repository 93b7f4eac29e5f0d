import type { ServiceResponse } from "./connection.js";
import type { Words } from "./message.js";

/** What was checked. */
export type Check = "answer" | "status" | "content type" | "schema" | "value" | "order" | "refusal";

/** A contradiction of a service to the document, or to this project's reading of it. */
export interface Finding {
  /** `breach` contradicts the interface document; `departure` contradicts this project's reading of it. */
  kind: "breach" | "departure";
  check: Check;
  message: Words;
  /** Section of the document, such as `§4.2`; for a departure, the line of the register in `openapi.yaml`. */
  source: string;
  /** The response that shows it. */
  at?: ServiceResponse;
}

type Place = Pick<Finding, "check" | "source"> & { at: ServiceResponse };

/** Creates a finding that contradicts the document. */
export function breach({ check, source, at }: Place, message: Words): Finding {
  return { kind: "breach", check, message, source, at };
}

/** Creates a finding that contradicts this project's reading. */
export function departure({ check, source, at }: Place, message: Words): Finding {
  return { kind: "departure", check, message, source, at };
}

/** Returns no finding if something holds, else the one. */
export function unless(holds: boolean, finding: () => Finding): Finding[] {
  return holds ? [] : [finding()];
}
