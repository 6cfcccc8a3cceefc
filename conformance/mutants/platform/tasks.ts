import type { Body, Reply } from '../reply.ts';
import { type Answers, type Asked, type Example, membersOf } from './asked.ts';
import type { Memory } from './memory.ts';
import { keepReport } from './results.ts';

/** The operations that start the task that a status operation reports, where that is not a provisioning plan. */
const STARTERS: Readonly<Record<string, RegExp>> = {
  'coordinator-v2.getValidationStatus': /startValidation/,
  'coordinator-v1.getReverseProvisioningPlan': /startReverseProvisioning/,
  'governance.getEvaluationReport': /evaluate|test/,
  'governance.scheduleFromReport': /evaluate|test/,
};

/** Operations that report, log and stop tasks. */
export function taskAnswers(asked: Asked, example: Example): Answers {
  const { memory, operation, path, query, body, begin, ok } = asked;
  const ended = (status: string): Body => ({ status });
  const poll = (shape: (state: string) => unknown, status?: number): Reply =>
    pollTask(asked, ['COMPLETED', 'RUNNING'], shape, status);
  /** Stops a running task, and leaves a finished task unchanged. */
  const stop = (): Reply => {
    const task = memory.tasks.get(path['token'] ?? '');
    if (task !== undefined && performance.now() - task.startedAt < memory.work) task.stopped = true;
    return poll(() => undefined);
  };
  const evaluated = (status: string): Body => ({
    ...memory.reports.get(path['id'] ?? ''),
    status,
    ...(status === 'pending' ? { evaluationResults: [] } : {}),
  });
  return {
    'coordinator-v1.startReverseProvisioning': () => begin((token) => token),
    'coordinator-v1.getExecutionPlanStatus': () =>
      poll((status) => ({ status, ...tasksOf(memory, path['token'], status) })),
    'coordinator-v1.getProvisioningPlanStatus': () => poll(ended),
    'coordinator-v1.getPlanLogs': () => poll(() => logOf(example(operation, 200), query), 400),
    'coordinator-v1.getReverseProvisioningPlan': () => poll((status) => ({ status, updates: {} })),
    'coordinator-v1.terminateExecutionPlan': stop,
    'coordinator-v1.terminateProvisioningPlan': stop,
    'coordinator-v1.getLogLevel': () => ok({ level: memory.level }),
    'coordinator-v1.setLogLevel': () => {
      memory.level = path['level'] ?? '';
      return ok({ level: memory.level });
    },
    'coordinator-v2.startValidation': () =>
      begin((token) => {
        memory.validations.set(token, body['descriptor']);
        return token;
      }),
    'coordinator-v2.getValidationStatus': () =>
      poll((status) => {
        const results = foundIn(memory.validations.get(path['token'] ?? ''));
        return { status, ...(status === 'COMPLETED' ? { validationSummaryStatus: { results } } : {}) };
      }, 400),
    'coordinator-v1.validateDescriptor': () => ok({ results: foundIn(body['descriptor']) }),
    'governance.getEvaluationReport': () => pollTask(asked, ['completedWithSuccess', 'pending'], evaluated),
    'governance.scheduleFromReport': () => {
      keepReport(memory, path['reportId'] ?? '');
      return poll(() => undefined);
    },
  };
}

/** The tasks of a finished plan, one after another; each of another plan is unknown. */
function tasksOf({ plans }: Memory, token: unknown, status: string): Body {
  const { operations, startTime = '' } = plans.find((one) => one.token === token) ?? {};
  if (operations === undefined || status !== 'COMPLETED') return {};
  const timeOf = (place: number): string => new Date(Date.parse(startTime) + 10 * place).toISOString();
  const dag = operations.reduce<Body | undefined>((before, { componentId, targetStatus }, place) => {
    const times = { startTime: timeOf(place), stopTime: timeOf(place + 1) };
    const id = `task-${String(componentId)}`;
    const action = targetStatus === 'DEPLOYED' ? 'PROVISION' : 'UNPROVISION';
    const dependsOnTasks = before === undefined ? [] : [before];
    return { id, name: id, componentName: componentId, status, action, ...times, dependsOnTasks };
  }, undefined);
  return dag === undefined ? {} : { dag };
}

/** A validation result, with a finding if the descriptor has no name. */
function foundIn(validatedDescriptor: unknown): Body[] {
  const result = {
    validationPhaseKind: 'INTERNAL_VALIDATION_PHASE',
    validatedDescriptor,
    status: 'COMPLETED',
  };
  const isNamed = /"?\bname"?:/.test(String(validatedDescriptor));
  return [
    isNamed ? result : { ...result, errors: { errors: ['name is missing'], userMessage: 'It has no name.' } },
  ];
}

/** The state of the task that the path names: done or running. */
function pollTask(
  { memory, operation, path, ok, unknown }: Asked,
  [done, running]: readonly [string, string],
  shape: (state: string) => unknown,
  status?: number,
): Reply {
  const name = path['token'] ?? path['id'] ?? path['reportId'] ?? path['provisioning_plan_id'] ?? '';
  const task = memory.tasks.get(name);
  const by = STARTERS[operation] ?? /deploy|updateAcl|startProvisioning/i;
  if (task === undefined || !by.test(task.by)) return unknown(status);
  if (task.stopped) return ok(shape('TERMINATED'));
  return ok(shape(performance.now() - task.startedAt >= memory.work ? done : running));
}

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR'];

function logOf(entries: unknown, { level, task_id: task }: Body): unknown[] {
  const least = LEVELS.indexOf(String(level ?? 'DEBUG'));
  return (Array.isArray(entries) ? entries.map(membersOf) : []).filter(
    (one) => LEVELS.indexOf(String(one['severity'])) >= least && (task ?? one['task']) === one['task'],
  );
}
