import { ApiError, ClientError, type TaskHandle } from '@tessera/client';
import type { ProvisioningStatus } from '@tessera/contracts/types/tech-adapter';
import { isOutage } from '../../storage/outage.ts';
import type { Outcome, Progress } from './task-work.ts';

/** The parts of a task's status that a plan reads, in every contract that has tasks. */
type Status = Pick<ProvisioningStatus, 'status' | 'result' | 'info' | 'logs'>;

/** Temporary statuses, after which a retry may succeed. */
const PASSING = [408, 429, 502, 503, 504];

/**
 * Makes a call that is safe to repeat, and returns the progress of the task. An adapter may do the work at once, or
 * return a token.
 */
export async function progressOfStart(
  call: () => Promise<Pick<TaskHandle<Status>, 'token' | 'last'>>,
): Promise<Progress> {
  return guarded(async () => {
    const { token, last } = await call();
    if (token !== undefined) return { state: 'RUNNING', token };
    if (last === undefined)
      return { state: 'FAILED', problem: 'the answer has neither a token nor a status' };
    return (
      outcomeOf(last) ?? { state: 'FAILED', problem: `the answer 200 says ${last.status}, and has no token` }
    );
  });
}

/** Reads the status of a task once. */
export async function progressOfPoll(handle: TaskHandle<Status>): Promise<Progress> {
  return guarded(async () => {
    const status = await handle.status();
    return outcomeOf(status) ?? { state: 'RUNNING', token: handle.token ?? '' };
  });
}

/** Undefined while the task has not ended; a state of a later contract version counts as not ended. */
function outcomeOf({ status, result, info, logs }: Status): Outcome | undefined {
  if (status !== 'COMPLETED' && status !== 'FAILED' && status !== 'TERMINATED') return undefined;
  const lastError = logs?.findLast(({ level }) => level === 'ERROR')?.message;
  const problem =
    status === 'COMPLETED' ? undefined : (lastError ?? result ?? `the adapter reports ${status}`);
  return {
    state: status,
    result: result ?? undefined,
    problem,
    logs: logs ?? undefined,
    info: info ?? undefined,
  };
}

/** Maps errors of a call to the progress of the task: after some a retry may succeed. */
export async function guarded(call: () => Promise<Progress>): Promise<Progress> {
  try {
    return await call();
  } catch (cause) {
    // A call whose exchange could not be stored fails with an error of the client.
    if (!(cause instanceof ClientError) || isOutage(cause)) throw cause;
    const problem = cause.message;
    const isPassing =
      cause instanceof ApiError ? PASSING.includes(cause.status) : cause.name !== 'ContractError';
    return isPassing ? { state: 'RETRY', problem } : { state: 'FAILED', problem };
  }
}
