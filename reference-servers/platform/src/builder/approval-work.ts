import type { HookUpdate } from '@tessera/contracts/types/builder';
import type { Context } from '../context.ts';
import { guarded } from '../coordinator/tasks/call-progress.ts';
import { requestHookAt } from '../coordinator/tasks/clients.ts';
import type { TaskInPlan, TaskWork } from '../coordinator/tasks/task-work.ts';
import type { HookedAction } from '../settings.ts';
import { createHook, findHook } from './hook-store.ts';

/** Topic of the message with a decision for the waiting task. */
export const DECISION = 'decision';

/** The action of a request for access. */
const ACCESS_ACTION: HookedAction = 'AccessControlAction';

/** Requests approval from a remote request hook, and waits for the decision. */
export function approvalWork(context: Context): TaskWork {
  return {
    waits: true,
    async start(about) {
      const { task, plan } = about;
      const { approval, access } = plan.request;
      if (approval === undefined) return { state: 'FAILED', problem: 'the plan names no hook' };
      const hook = { id: approval.hookId, name: 'RemoteRequestHook', task_id: task.id, plan_id: plan.id };
      await createHook(context.db, { ...hook, action_name: ACCESS_ACTION }, context.clock.now());
      context.changes.publish({ kind: 'hook', id: hook.id });
      return guarded(async () => {
        await requestHookAt(context, approval.url, about).requestApproval({
          // The same id for every attempt: the service detects duplicates by it.
          headers: { 'X-Request-ID': approval.hookId },
          body: {
            respondToUrl: respondToUrl(context, approval.hookId),
            fields: { ...approval.fields, access },
          },
        });
        return { state: 'RUNNING', token: approval.hookId, awaits: DECISION };
      });
    },
    async poll(_about: TaskInPlan, hookId) {
      const hook = await findHook(context.db, hookId);
      if (hook === undefined || hook.status === 'WAITING')
        return { state: 'RUNNING', token: hookId, awaits: DECISION };
      const message = messageOf(hook.info);
      if (hook.status === 'OK') return { state: 'COMPLETED', result: message ?? 'accepted' };
      return { state: 'FAILED', problem: message ?? 'the request was rejected' };
    },
  };
}

function messageOf(info: HookUpdate['hookInfo'] | null): string | undefined {
  const message = info?.['message'];
  return typeof message === 'string' ? message : undefined;
}

/** Where the decision goes: the hook update of this platform. */
function respondToUrl({ hookUrl }: Context, hookId: string): string {
  return hookUrl(hookId);
}
