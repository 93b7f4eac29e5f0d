import { join } from "node:path";
import { projectFolder, type RunningCommand, start } from "./command.js";
import { freePort } from "./port.js";

/**
 * The real Prism, as `npm run mock` starts it, on a free port; without npm, which takes half a second.
 *
 * @param folder - Where the openapi.yaml is that it answers from.
 */
export async function startMock(flags = "", folder?: string): Promise<RunningCommand & { url: string }> {
  const port = await freePort();
  const program = join(projectFolder, "tools/mock/command.ts");
  const command = start(`node --import tsx ${program} mock --port ${port} ${flags}`, folder);
  await command.printed(`Prism is listening on http://127.0.0.1:${port}`);
  return { ...command, url: `http://127.0.0.1:${port}` };
}

/**
 * What Prism finds wrong with an answer of its own. Not counted: a 29th of February that its year does not have, which it
 * makes up about once in a thousand times.
 */
export function violationsIn({ headers }: Response): unknown[] {
  const found: { code: string; message: string }[] = JSON.parse(headers.get("sl-violations") ?? "[]");
  return found.filter(({ message }) => !message.endsWith('must match format "date-time"'));
}
