/** Why a server cannot listen, and what to do about it. */
export function listenFailure(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is already in use. Choose another port, or 0 for any free port.`;
  if (code === "EACCES") return `You may not listen on port ${port} of ${host}. Choose a port from 1024 up.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is not a host name or address of this machine.`;
  return `Cannot listen on port ${port} of ${host}: ${code ?? error}`;
}
