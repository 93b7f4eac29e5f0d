/** One input of a form, made from a parameter or from a field of a body. */
export interface FormField {
  name: string;
  /** Where its value goes. */
  place: "path" | "query" | "header" | "cookie" | "body";
  required: boolean;
  /** What may be typed: text, a number, one of `options`, or JSON where the contract allows more than one value. */
  kind: "text" | "number" | "text or number" | "choice" | "json";
  /** Values of a choice, as text. */
  options: string[];
  /** The contract's default, for a field that is left out. */
  defaultValue?: string;
  /** For a secret: what the samples show instead. */
  placeholder?: string;
}

/** Values of a form that the contract shows as an example. */
export interface FormExample {
  summary: string;
  /** By name of the field. */
  values: Record<string, string>;
}

/** The form of one operation. */
export interface Form {
  operation: string;
  fields: FormField[];
  /** Initial values of the parameters. */
  parameters: Record<string, string>;
  /** Examples of the body. The form starts with the first. */
  examples: FormExample[];
  /** Whether the body is one field of JSON, since the contract does not specify its fields. */
  hasOpenBody: boolean;
}

/** Name of the field that holds a body which the contract leaves open. */
export const OPEN_BODY = "body";
