import type { FastifyBaseLogger } from 'fastify';

/** Logs what was thrown, which may be anything: an error that is frozen, or whose members throw, cannot be written as it is. */
export function logThrown(log: FastifyBaseLogger, about: object, thrown: unknown, message: string): void {
  try {
    log.error({ ...about, err: thrown }, message);
  } catch {
    log.error({ ...about, err: copyOf(thrown) }, message);
  }
}

function copyOf(thrown: unknown): unknown {
  try {
    if (!(thrown instanceof Error)) return 'something that cannot be written';
    const { name, message, stack = '' } = thrown;
    return Object.assign(new Error(message), { name, stack });
  } catch {
    return 'an error that cannot be read';
  }
}
