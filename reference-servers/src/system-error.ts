import { getSystemErrorMap } from 'node:util';

/** What the system has against something, in its own words. */
export function reasonOf(cause: unknown): string {
  const known =
    cause instanceof Error && 'errno' in cause ? getSystemErrorMap().get(Number(cause.errno)) : [];
  return known?.[1] ?? String(cause);
}
