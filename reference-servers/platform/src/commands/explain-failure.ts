import { ApiError, ConnectionError } from '@tessera/client';
import { UsageError } from '@tessera/reference-servers/harness';

/** No platform listens at an address. */
export function unreachable(platform: string, cause: unknown): UsageError {
  const problem = `no platform answers at ${platform}: start one, or name its address with --platform`;
  return new UsageError(problem, { cause });
}

/** Says what the user can do about a failed request to a platform. @throws UsageError, or the cause that it does not know */
export function explain(cause: unknown, platform: string): never {
  if (cause instanceof ConnectionError) throw unreachable(platform, cause);
  if (cause instanceof ApiError) throw new UsageError(`the platform refused: ${cause.message}`, { cause });
  throw cause;
}
