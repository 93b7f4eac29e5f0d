import { createRequire } from "node:module";

/** What is used of Prism. */
export type Prism = Pick<
  typeof import("@stoplight/prism-http"),
  "createInstance" | "getHttpOperationsFromSpec" | "ProblemJsonError" | "NOT_ACCEPTABLE" | "UNAUTHORIZED" | "VIOLATIONS"
>;

/** An operation of the contract, as Prism reads it. */
export type PrismOperation = Awaited<ReturnType<Prism["getHttpOperationsFromSpec"]>>[number];

const PACKAGE = "@stoplight/prism-http";

/** Loads Prism, which is an optional peer: only those who start a sandbox need it. */
export async function loadPrism(): Promise<Prism> {
  try {
    return await import("@stoplight/prism-http");
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(`The sandbox runs on Prism, which is not installed. Run: npm install --save-dev ${peer()}`);
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes(PACKAGE)
  );
}

/** The version of Prism that the sandbox runs on. Later ones need a later Node than this package does. */
function peer(): string {
  const { peerDependencies } = createRequire(import.meta.url)("service-admin-api/package.json");
  return `${PACKAGE}@${peerDependencies[PACKAGE]}`;
}
