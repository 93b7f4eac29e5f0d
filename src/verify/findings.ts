import type { ServiceResponse } from "./connection.js";

/** What was checked. */
export type Check = "answer" | "status" | "content type" | "schema" | "value" | "order" | "refusal";

/** Something that a service does otherwise than the document says, or than this project reads it. */
export interface Finding {
  /** `breach` contradicts the interface document; `departure` contradicts a reading that this project has chosen. */
  kind: "breach" | "departure";
  check: Check;
  message: string;
  /** Section of the document, such as `§4.2`; for a departure, the line of the register in `openapi.yaml`. */
  source: string;
  /** The response that shows it. */
  at?: ServiceResponse;
}

type Place = Pick<Finding, "check" | "source"> & { at: ServiceResponse };

/** A contradiction to the document. */
export function breach({ check, source, at }: Place, message: string): Finding {
  return { kind: "breach", check, message, source, at };
}

/** A contradiction to a reading of this project. */
export function departure({ check, source, at }: Place, message: string): Finding {
  return { kind: "departure", check, message, source, at };
}

/** No finding where something holds, and else the one. */
export function unless(holds: boolean, finding: () => Finding): Finding[] {
  return holds ? [] : [finding()];
}
