/** A text as a URL; `undefined` if it is none. `URL.canParse` of Node 20 errs about letters such as ü once it is compiled. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
