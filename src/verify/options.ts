/** What the command hands to the walk, and to what prints it. */
export interface Options {
  /** Base URL of the service, without a slash at the end. */
  server: string;
  /** Topic of every subscription that the walk creates. */
  topic?: string | undefined;
  address: string;
  deliver: boolean;
  strict: boolean;
  /** How long reads may lag behind a write, in ms. */
  settle: number;
  /** How long an answer may take, in ms. */
  timeout: number;
  /** Payload of the token exchange, and its file; nothing is sent without it. */
  exchangeBody?: unknown;
  exchangeFile?: string | undefined;
  /** How the result is printed. */
  format: "spec" | "github";
  /** Files to write: what was observed, as Markdown, and the result, as JUnit XML. */
  observed?: string | undefined;
  junit?: string | undefined;
}

/** The environment variable in which the command hands them to the process of the walk, as JSON. */
export const OPTIONS_VARIABLE = "SERVICE_ADMIN_VERIFY_OPTIONS";

/** The options of the process of the walk. */
export function givenOptions(): Options {
  return JSON.parse(process.env[OPTIONS_VARIABLE] ?? "{}");
}

/** The user's access token. A header holds no space around it: the token is hidden as the service sees it. */
export function givenToken(): string {
  return (process.env["SERVICE_ACCESS_TOKEN"] ?? "").trim();
}
