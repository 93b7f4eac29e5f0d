import { type RunningCommand, start } from "./command.js";
import { freePort } from "./port.js";

/** The real Prism, as `npm run mock` starts it, on a free port; without npm, which takes half a second. */
export async function startMock(flags = ""): Promise<RunningCommand & { url: string }> {
  const port = await freePort();
  const command = start(`node --import tsx tools/mock/command.ts mock --port ${port} ${flags}`);
  await command.printed(`Prism is listening on http://127.0.0.1:${port}`);
  return { ...command, url: `http://127.0.0.1:${port}` };
}
