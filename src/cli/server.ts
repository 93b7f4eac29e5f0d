import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import { title } from "../../generated/contract.js";

/**
 * Starts to listen.
 *
 * @returns The port, which is another one if 0 was given.
 * @throws Error that says what to do. If the port is in use by a server of ours, it names that.
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

/** Why a server cannot listen, and what to do about it. @param occupant - What already listens there, if it is ours. */
export function listenFailure(error: unknown, port: number, host: string, occupant?: string): string {
  const code = codeOf(error);
  if (code === "EADDRINUSE" && occupant)
    return `Port ${port} of ${host} is already in use by ${occupant}. Stop it, or choose another port, or 0 for any free port.`;
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is already in use. Choose another port, or 0 for any free port.`;
  if (code === "EACCES") return `You may not listen on port ${port} of ${host}. Choose a port from 1024 up.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is not a host name or address of this machine.`;
  return `Cannot listen on port ${port} of ${host}: ${code ?? error}`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** What our servers answer where they have nothing, or at their front door. */
const SIGNS = [
  { server: "a sandbox", sign: `<h1>Sandbox of the ${title}</h1>` },
  { server: "a sandbox", sign: "The contract has no path /." },
  { server: "the mock", sign: "https://stoplight.io/prism/errors" },
  { server: "the docs", sign: `<title>${title}` },
];

/** Which server of this project listens somewhere; `undefined` if it is another one. */
async function serverOfOursAt(port: number, host: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://${host}:${port}/`, { signal: AbortSignal.timeout(1000) });
    const text = await answer.text();
    return SIGNS.find(({ sign }) => text.includes(sign))?.server;
  } catch {
    return undefined;
  }
}

/** How often a server looks whether npm still runs, in ms. */
const LOOK = 200;

/**
 * Calls `end` once: on Ctrl+C, when a signal ends this process, and when npm or npx ends that has started it. They pass no
 * signal on to it. A server that was started directly outlives its shell.
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

/** Names the process that has started this one. If that is a shell, which may outlive npm, it names whoever started the shell, too. */
function starter(): string {
  const { ppid } = process;
  try {
    const [, name = "", grandparent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${ppid}/stat`, "utf8")) ?? [];
    return name.endsWith("sh") ? `${ppid} of ${grandparent}` : `${ppid}`;
  } catch {
    // Other systems than Linux have no /proc. Their shells become the command that they start.
    return `${ppid}`;
  }
}
