import { releases } from '@tessera/contracts/releases';

/** Name of the unreleased version, and the word with which content says that it belongs only there. */
export const CURRENT_VERSION = 'current';
export const NEXT = 'next';

const ORDER: readonly string[] = releases.map(({ version }) => version.slice(1));

/** Releases that a build may show, oldest first. */
export function knownReleases(): readonly string[] {
  return ORDER;
}

/** True when something that came with a release (`next`: with none yet) is part of a version. */
export function isPartOf(since: string | undefined, version: string): boolean {
  if (since === undefined || version === CURRENT_VERSION) return true;
  return since !== NEXT && ORDER.indexOf(since) <= ORDER.indexOf(version);
}

/** True for a valid value of `since`. */
export function isKnownSince(since: string): boolean {
  return since === NEXT || ORDER.includes(since);
}
