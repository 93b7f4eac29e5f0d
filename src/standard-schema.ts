import { type Check, placeOf } from "./check.js";

/** The Standard Schema of an input, version 1: https://standardschema.dev. Form libraries accept it directly. */
export interface StandardSchema<Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "service-admin-api";
    /** Returns the value, or what the contract does not allow in it. */
    readonly validate: (
      value: unknown,
    ) => { readonly value: Input; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
    /** Only for the compiler. */
    readonly types?: { readonly input: Input; readonly output: Input };
  };
}

/** One thing that the contract does not allow. */
export interface Issue {
  /** What is wrong, in words that follow the name of the field: `is required`. */
  readonly message: string;
  /** The keys that lead from the input to the field. */
  readonly path: readonly (string | number)[];
}

/**
 * Makes the schema of a method's input.
 *
 * @param check - Checks the body of the request.
 * @param envelope - The key of the body that holds the input.
 */
export function standardSchema<Input>(check: Check | undefined, envelope: string): StandardSchema<Input> {
  const isInput = (value: unknown): value is Input => check === undefined || check({ [envelope]: value ?? null });
  return {
    "~standard": {
      version: 1,
      vendor: "service-admin-api",
      validate: (value) => (isInput(value) ? { value } : { issues: issuesOf(check) }),
    },
  };
}

function issuesOf(check: Check | undefined): Issue[] {
  return (check?.errors ?? []).map((found) => {
    const [, ...path] = placeOf(found);
    return { message: found.message, path: path.map((name) => (/^\d+$/.test(name) ? Number(name) : name)) };
  });
}
