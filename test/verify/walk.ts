import type { VerifyOptions } from "../../src/verify/arguments.js";
import { type Verification, verify } from "../../src/verify/verify.js";
import { type Fault, type Service, startService, TOKEN } from "./service.js";

const never = new AbortController().signal;

/** Walks through a service, in this process. */
export async function walk(service: Service, options: Partial<VerifyOptions> = {}): Promise<Verification> {
  const address = "https://verify.example/hooks";
  const defaults = {
    topic: "orders/create",
    address,
    deliver: true,
    stateless: false,
    strict: false,
    settle: 0,
    timeout: 10_000,
  };
  return verify({ server: service.url, accessToken: TOKEN, ...defaults, ...options }, never);
}

/** Walks through a service that has a fault. */
export async function walkThrough(fault: Fault, options: Partial<VerifyOptions> = {}) {
  await using service = await startService(fault);
  return { ...(await walk(service, options)), kept: service.kept };
}
