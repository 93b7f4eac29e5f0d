/** Tells whether a value matches its schema. After `false`, `errors` holds all findings. `npm run generate` writes the code. */
export interface Check {
  (value: unknown): boolean;
  errors?: readonly Finding[] | null;
}

/** One problem that a check found. */
export interface Finding {
  /** JSON pointer to the wrong value, or to the object that lacks a field. */
  readonly instancePath: string;
  /** The keyword of the schema that the value violates. */
  readonly keyword: string;
  readonly params: { readonly missingProperty?: string };
  /** What is wrong, in words that follow the name of the field: `must look like orders/create`. */
  readonly message: string;
}

/** The keys that lead to the field of a finding, even if that field is missing. */
export function placeOf({ instancePath, params: { missingProperty } }: Finding): string[] {
  const steps = instancePath.split("/").slice(1);
  const place = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return missingProperty === undefined ? place : [...place, missingProperty];
}
