import type { Awaitable } from '@tessera/contracts/vocabulary';
import type { HandlerContext } from '../harness/bind.ts';

/** Handlers that validate at once. */
interface Validating<Request, Result> {
  validate(request: Request, context: HandlerContext): Awaitable<Result>;
}

/** Validation as a task, for contracts where it has the same result as the synchronous validation. */
export function validateAsTask<Request, Result>(handlers: Validating<Request, Result>) {
  return (request: Request, context: HandlerContext) =>
    async (): Promise<{ info: { publicInfo: Result } }> => ({
      info: { publicInfo: await handlers.validate(request, context) },
    });
}
