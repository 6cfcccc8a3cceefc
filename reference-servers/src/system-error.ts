import { getSystemErrorMap } from 'node:util';

/** The system's message about an error. */
export function reasonOf(cause: unknown): string {
  const known =
    cause instanceof Error && 'errno' in cause ? getSystemErrorMap().get(Number(cause.errno)) : [];
  return known?.[1] ?? String(cause);
}
