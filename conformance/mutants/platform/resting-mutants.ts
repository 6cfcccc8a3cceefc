import { membersOf } from './asked.ts';
import { listOf, on, onGood, type PlatformMutant, taking } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

const REPORT = 'governance.getEvaluationReport';
const LIST = 'coordinator-v1.listProvisioningPlans';
const PLAN = 'coordinator-v1.getExecutionPlanStatus';
const ASK = 'docs-agent.askDocs';

/** Platform mutants that change finished plans, deleted items or items of other environments. */
export const restingMutants: readonly PlatformMutant[] = [
  {
    name: 'report-changed-by-looking',
    class: 'state over time',
    defect: 'returns the current time as the update time of a finished report',
    caughtBy: 'P-36',
    habits: () => onGood(REPORT, (body) => ({ ...body, updateTime: new Date().toISOString() })),
  },
  {
    name: 'plan-begins-anew',
    class: 'state over time',
    defect: 'returns another start time of a finished plan on each read',
    caughtBy: 'P-36',
    habits: () => beginningLater(),
  },
  {
    name: 'ended-and-going-on',
    class: 'cross-field meaning',
    defect: 'returns the stop time of a running task',
    caughtBy: 'P-61',
    habits: () =>
      onGood(PLAN, (body) => ({
        ...body,
        dag: taskOf({ ...body, stopTime: '2025-06-02T09:31:00.000Z' }),
      })),
  },
  {
    name: 'waits-for-what-comes-later',
    class: 'cross-field meaning',
    defect: 'finishes a plan before a task that it depends on starts',
    caughtBy: 'P-61',
    habits: () =>
      onGood(PLAN, (body) => ({
        ...body,
        ...(body['status'] === 'COMPLETED' ? { dag: endedEarly() } : {}),
      })),
  },
  {
    name: 'deleted-and-changed',
    class: 'state over time',
    defect: 'updates a deleted policy',
    caughtBy: 'P-30',
    habits: () =>
      on('governance.patchPolicy', (reply, { path }, { entities }) =>
        reply.status === 422 ? { status: 200, body: { ...entities.get(path['id'] ?? '') } } : reply,
      ),
  },
  {
    name: 'last-change-is-the-first',
    class: 'state over time',
    defect: 'returns the creation time of a policy as its update time',
    caughtBy: 'P-61',
    habits: () => ({
      answer: (reply, { operation }) => {
        const body = membersOf(reply.body);
        return /Policy/.test(operation) && reply.status < 300 && 'creationTime' in body
          ? { ...reply, body: { ...body, updateTime: body['creationTime'] } }
          : reply;
      },
    }),
  },
  {
    name: 'one-status-for-all-environments',
    class: 'identity and isolation',
    defect: 'stores the schedule of a resource for all environments',
    caughtBy: 'P-42',
    habits: () => oneStatus(),
  },
  {
    name: 'takes-no-question',
    class: 'negatives',
    defect: 'accepts an empty question',
    caughtBy: 'P-11',
    habits: () => taking(ASK, ({ input }) => membersOf(input)['query'] === ''),
  },
  {
    name: 'embedder-over-model',
    class: 'linkage between operations',
    defect: 'configures the language model together with the embedder',
    caughtBy: 'P-58',
    habits: () =>
      on('assistant.setEmbedderConfig', (reply, _call, { models }) => {
        if (reply.status === 200) models.set('Llm', membersOf(reply.body));
        return reply;
      }),
  },
  {
    name: 'authentication-forgotten',
    class: 'state over time',
    defect: 'sends no token to an agent after any update of it',
    caughtBy: 'P-63',
    habits: () =>
      on('assistant.updateAgent', (reply, { path, input }, { things }) => {
        const agent = kindOf(things, 'agents').get(path['id'] ?? '');
        if (reply.status !== 200 || agent === undefined || 'need_authentication' in membersOf(input))
          return reply;
        agent['need_authentication'] = false;
        return { ...reply, body: { ...agent } };
      }),
  },
  {
    name: 'remembers-what-others-asked',
    class: 'identity and isolation',
    defect: 'includes earlier questions in its response',
    caughtBy: 'P-59',
    habits: () => rememberingAll(),
  },
  {
    name: 'names-a-right-field',
    class: 'cross-field meaning',
    defect: 'names the id as the wrong field in every error',
    caughtBy: 'P-61',
    habits: () =>
      on('builder.registerTechAdapter', (reply) =>
        reply.status === 400
          ? { ...reply, body: { ...membersOf(reply.body), inputErrorField: 'id' } }
          : reply,
      ),
  },
];

function beginningLater(): Partial<Habits> {
  let lists = 0;
  return onGood(LIST, (body) => {
    lists += 1;
    return {
      provisioningPlans: listOf(body, 'provisioningPlans').map((one) => {
        const dag = membersOf(membersOf(one)['dag']);
        const startTime = new Date(Date.parse(String(dag['startTime'])) + lists * 20).toISOString();
        return { ...membersOf(one), dag: { ...dag, startTime } };
      }),
    };
  });
}

function taskOf({ status, ...more }: Body): Body {
  const name = { id: 'last', name: 'last', action: 'NOP' };
  return { ...name, status, startTime: '2025-06-02T09:30:00.000Z', ...more };
}

function endedEarly(): Body {
  const ended = { status: 'COMPLETED', stopTime: '2025-06-02T09:31:00.000Z' };
  const late = { id: 'first', startTime: '2025-06-02T09:33:00.000Z', stopTime: '2025-06-02T09:34:00.000Z' };
  return taskOf({ ...ended, dependsOnTasks: [taskOf({ ...ended, ...late })] });
}

function oneStatus(): Partial<Habits> {
  const known = new Map<string, unknown>();
  return onGood('governance.updateEvaluationStatus', (body, { path }) => {
    const key = `${path['externalId']} ${path['governanceEntityId']}`;
    const resultScheduling = body['resultScheduling'] ?? known.get(key);
    known.set(key, resultScheduling);
    return { ...body, resultScheduling };
  });
}

function rememberingAll(): Partial<Habits> {
  const asked: unknown[] = [];
  return onGood(ASK, (_body, { input }) => {
    asked.push(membersOf(input)['query']);
    return { message: `So far: ${asked.join(' ')}` };
  });
}
