import type { FastifyBaseLogger } from 'fastify';

/** Logs a thrown value of any kind: a frozen error, or one whose members throw, cannot be logged directly. */
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
