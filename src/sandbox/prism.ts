/** What is used of Prism. */
export type Prism = Pick<
  typeof import("@stoplight/prism-http"),
  "createInstance" | "getHttpOperationsFromSpec" | "ProblemJsonError" | "NOT_ACCEPTABLE" | "UNAUTHORIZED" | "VIOLATIONS"
>;

/** An operation of the contract, as Prism reads it. */
export type PrismOperation = Awaited<ReturnType<Prism["getHttpOperationsFromSpec"]>>[number];

const PACKAGE = "@stoplight/prism-http";
/** Later versions need a later Node than this package does. */
const INSTALL = `npm install --save-dev ${PACKAGE}@5.12.0`;

/** Loads Prism, which is an optional peer: only those who start a sandbox need it. */
export async function loadPrism(): Promise<Prism> {
  try {
    return await import("@stoplight/prism-http");
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(`The sandbox runs on Prism, which is not installed. Run: ${INSTALL}`);
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
