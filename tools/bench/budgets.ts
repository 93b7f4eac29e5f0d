/** What an entry of the package may add to a browser bundle. */
export interface Budget {
  /** What it is called in messages. */
  readonly name: string;
  /** Its module, from the folder of the project. */
  readonly entry: string;
  /** Bytes, minified by esbuild and gzipped: the size today, and room for one more operation. */
  readonly bytes: number;
}

/** The size budgets. `npm run check` fails when one is exceeded. */
export const BUDGETS: readonly Budget[] = [
  { name: "The client", entry: "src/client/index.ts", bytes: 6000 },
  { name: "The schemas", entry: "src/client/schemas.ts", bytes: 2000 },
  { name: "The sandbox", entry: "src/sandbox/index.ts", bytes: 15_500 },
];
