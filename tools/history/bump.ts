import semver from "semver";

/** The semver bumps, from the greatest to the least. */
export const BUMPS = ["major", "minor", "patch"] as const;
export type Bump = (typeof BUMPS)[number];

/** The greatest of some bumps; `undefined` where there is none. */
export function greatest(bumps: Iterable<Bump>): Bump | undefined {
  const known = new Set(bumps);
  return BUMPS.find((bump) => known.has(bump));
}

/** The version after a bump. */
export function nextVersion(version: string, bump: Bump): string {
  return new semver.SemVer(version).inc(bump).version;
}
