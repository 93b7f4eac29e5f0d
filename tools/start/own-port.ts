import { once } from "node:events";
import { createServer } from "node:net";
import { CommandError, UsageError } from "../../src/cli/command.js";

/**
 * A port of this machine that nothing listens on.
 *
 * @param flag - The option that names it.
 * @param given - Its value: 0 for any.
 * @throws CommandError when it is taken, before anything is built or started.
 */
export async function ownPort(flag: string, given: string): Promise<number> {
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535)
    throw new UsageError(`${flag} requires a number from 0 to 65535.`);
  const server = createServer().listen(Number(given), "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    if (code === "EADDRINUSE")
      throw new CommandError(`Port ${given} is taken: end what listens there, or choose another with ${flag}.`);
    throw new CommandError(`Port ${given} cannot be used (${code}): choose another with ${flag}.`);
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : Number(given);
}
