/** Each bound in words, with `#` for its value. */
const BOUNDS: Readonly<Record<string, string>> = {
  minimum: "at least #",
  maximum: "at most #",
  exclusiveMinimum: "more than #",
  exclusiveMaximum: "less than #",
  multipleOf: "a multiple of #",
  minLength: "at least # characters",
  maxLength: "at most # characters",
  minItems: "at least # items",
  maxItems: "at most # items",
  minProperties: "at least # fields",
  maxProperties: "at most # fields",
};

export const BOUND_KEYWORDS: readonly string[] = Object.keys(BOUNDS);

/** A bound in words, such as `at most 10000` or `at least 1 character`; `undefined` for any other keyword. */
export function boundInWords(keyword: string, bound: unknown): string | undefined {
  const words = BOUNDS[keyword]?.replace("#", () => String(bound));
  return bound === 1 ? words?.replace(/s$/, "") : words;
}
