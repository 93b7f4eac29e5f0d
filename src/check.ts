/** Whether a value matches its schema, by code that `npm run generate` writes. After `false`, `errors` holds all findings. */
export interface Check {
  (value: unknown): boolean;
  errors?: readonly Finding[] | null;
}

/** One thing that a check found wrong. */
export interface Finding {
  /** JSON pointer to the value that is wrong, or from which something is missing. */
  readonly instancePath: string;
  /** Keyword of the schema that does not hold. */
  readonly keyword: string;
  readonly params: { readonly missingProperty?: string };
  /** What is wrong, after the name of the field: `must look like orders/create`. */
  readonly message: string;
}

/** The keys that lead to the field that a finding is about, even if it is missing. */
export function placeOf({ instancePath, params: { missingProperty } }: Finding): string[] {
  const steps = instancePath.split("/").slice(1);
  const place = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return missingProperty === undefined ? place : [...place, missingProperty];
}
