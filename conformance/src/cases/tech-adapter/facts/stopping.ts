import { memo, NotApplicable } from '../../../suite/check.ts';
import { type Exchange, statusOf } from '../../../suite/exchange.ts';
import { FIRST } from '../../../suite/pace.ts';
import type { Run } from '../../../suite/run.ts';
import { type After, memoAfter, settled } from '../../../suite/work.ts';
import type { Sample } from '../samples.ts';
import type { Requests } from './requests.ts';
import { createReturning } from './returning.ts';

/** A provisioning that is stopped while it runs, and the removal of its results. */
export function createStopping({ session, tasks }: Run, requests: Requests, component: Sample, after: After) {
  const { deployment, refuseNewer, removal } = requests;
  const provisionToStop = deployment(component, 'provision to be terminated', undefined, after);
  const termination = memo(async () => {
    refuseNewer('terminateProvisioning');
    const started = await provisionToStop.start();
    if (started.kind !== 'task')
      throw new NotApplicable('provision is synchronous: there is nothing to terminate');
    return {
      task: started.task,
      exchange: await tasks.terminate(started.task, 'terminate a running provision'),
    };
  });
  const terminationAgain = memo(async () => {
    const { task } = await termination();
    return tasks.terminate(task, 'terminate it again');
  });
  const stopped = memoAfter([termination], () => provisionToStop.end());
  /** A terminal state never changes: it must be read again before the next request for the component. */
  const stillStopped = memo(async () => {
    const { task } = await termination();
    await stopped();
    await session.pause(FIRST);
    return tasks.read(task, 'the terminated provision, a little later');
  });
  const unprovisionStopped = removal(
    component,
    'unprovision a terminated component',
    { notInTheContract: 17 },
    [stillStopped],
  );
  return {
    provisionToStop,
    termination,
    /** Sent immediately, while the adapter may still process the first request to stop. */
    terminationAgain,
    stopped,
    unprovisionStopped,
    ...createReturning(component, unprovisionStopped.end, requests),
    /** A refused stop of a task that was finished at the next poll: there was nothing left to stop. */
    async cameTooLate(exchange: Exchange): Promise<boolean> {
      if (statusOf(exchange) !== 400) return false;
      await settled(stopped);
      const { task } = await termination();
      const next = task.observations.find((one) => one.exchange.at >= exchange.at);
      return next?.state !== undefined && task.lifecycle.terminal.includes(next.state);
    },
  };
}
