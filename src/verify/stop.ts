import type { Finding } from "./findings.js";
import type { Words } from "./message.js";

/** An answer is so wrong that its step cannot go on. */
export class Unusable extends Error {
  override readonly name = "Unusable";
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super("An answer cannot be used");
    this.findings = findings;
  }
}

/** A step cannot go on without something that the service, the contract or the user does not provide. */
export class Skipped extends Error {
  override readonly name = "Skipped";
  readonly reason: Words;

  constructor(reason: Words) {
    super("A step cannot go on");
    this.reason = reason;
  }
}
