import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import { title } from "../../generated/contract.js";

/**
 * Makes a server listen.
 *
 * @param port - 0 for any free port.
 * @returns The port on which it listens.
 * @throws Error that says what to do. If one of our own servers uses the port, the message names it.
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (cause) {
    const occupant = codeOf(cause) === "EADDRINUSE" ? await serverOfOursAt(port, host) : undefined;
    throw new Error(listenFailure(cause, port, host, occupant), { cause });
  }
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}

/** Why a server cannot listen, and what to do about it. @param occupant - Which of our own servers already listens there. */
export function listenFailure(error: unknown, port: number, host: string, occupant?: string): string {
  const code = codeOf(error);
  if (code === "EADDRINUSE" && occupant)
    return `Port ${port} on ${host} is already in use by ${occupant}. Stop it, or choose another port, or 0 for any free port.`;
  if (code === "EADDRINUSE")
    return `Port ${port} on ${host} is already in use. Choose another port, or 0 for any free port.`;
  if (code === "EACCES") return `You have no permission to use port ${port} on ${host}. Choose port 1024 or higher.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is not a host name or address of this machine.`;
  return `Port ${port} on ${host} cannot be used: ${code ?? error}`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** What each of our servers says at the path `/`. */
const SIGNS = [
  { server: "a sandbox", sign: `<h1>Sandbox of the ${title}</h1>` },
  { server: "a sandbox", sign: "The contract has no path /." },
  { server: "the mock", sign: "https://stoplight.io/prism/errors" },
  { server: "the docs", sign: `<title>${title}` },
];

/** Which of our own servers listens on a port; `undefined` if it is some other server. */
async function serverOfOursAt(port: number, host: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://${host}:${port}/`, { signal: AbortSignal.timeout(1000) });
    const text = await answer.text();
    return SIGNS.find(({ sign }) => text.includes(sign))?.server;
  } catch {
    return undefined;
  }
}

/** How often a server checks that npm still runs, in ms. */
const LOOK = 200;

/**
 * Calls `end` once: on Ctrl+C, when a signal ends this process, or when the npm or npx that started it ends, since they
 * pass no signals on. A server that was started directly outlives its shell.
 */
export function onEnd(end: () => void): void {
  const before = starter();
  const ended = () => {
    clearInterval(watch);
    end();
  };
  const look = () => {
    if (starter() !== before) ended();
  };
  const isByNpm = process.env["npm_lifecycle_event"] !== undefined;
  const watch = isByNpm ? setInterval(look, LOOK).unref() : undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, ended);
}

/** Identifies the process that started this one. If that is a shell, which may outlive npm, also identifies the shell's parent. */
function starter(): string {
  const { ppid } = process;
  try {
    const [, name = "", grandparent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${ppid}/stat`, "utf8")) ?? [];
    return name.endsWith("sh") ? `${ppid} of ${grandparent}` : `${ppid}`;
  } catch {
    // Only Linux has /proc. On other systems, the shell replaces itself with the command.
    return `${ppid}`;
  }
}
