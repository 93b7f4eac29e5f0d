/** Parses a URL; `undefined` if it is not valid. In Node 20, `URL.canParse` is wrong about letters such as ü once optimized. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
