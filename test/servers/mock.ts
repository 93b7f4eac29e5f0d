import { projectFolder, type RunningCommand, start } from "./command.js";
import { freePort } from "./port.js";

/** The real Prism, as `npm run mock` starts it, on a free port. */
export async function startMock(flags = "", cwd = projectFolder): Promise<RunningCommand & { url: string }> {
  const port = await freePort();
  const command = start(`npm run mock -- --port ${port} ${flags}`, cwd);
  await command.printed(`Prism is listening on http://127.0.0.1:${port}`);
  return { ...command, url: `http://127.0.0.1:${port}` };
}
