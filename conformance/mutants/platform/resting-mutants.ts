import { mutant } from '../mutant.ts';
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
  mutant('P-36', 'returns the current time as the update time of a finished report', () =>
    onGood(REPORT, (body) => ({ ...body, updateTime: new Date().toISOString() })),
  ),
  mutant('P-36', 'returns another start time of a finished plan on each read', () => beginningLater()),
  mutant('P-61', 'returns the stop time of a running task', () =>
    onGood(PLAN, (body) => ({
      ...body,
      dag: taskOf({ ...body, stopTime: '2025-06-02T09:31:00.000Z' }),
    })),
  ),
  mutant('P-61', 'finishes a plan before a task that it depends on starts', () =>
    onGood(PLAN, (body) => ({
      ...body,
      ...(body['status'] === 'COMPLETED' ? { dag: endedEarly() } : {}),
    })),
  ),
  mutant('P-30', 'updates a deleted policy', () =>
    on('governance.patchPolicy', (reply, { path }, { entities }) =>
      reply.status === 422 ? { status: 200, body: { ...entities.get(path['id'] ?? '') } } : reply,
    ),
  ),
  mutant('P-61', 'returns the creation time of a policy as its update time', () => ({
    answer: (reply, { operation }) => {
      const body = membersOf(reply.body);
      return /Policy/.test(operation) && reply.status < 300 && 'creationTime' in body
        ? { ...reply, body: { ...body, updateTime: body['creationTime'] } }
        : reply;
    },
  })),
  mutant('P-42', 'stores the schedule of a resource for all environments', () => oneStatus()),
  mutant('P-11', 'accepts an empty question', () =>
    taking(ASK, ({ input }) => membersOf(input)['query'] === ''),
  ),
  mutant('P-58', 'configures the language model together with the embedder', () =>
    on('assistant.setEmbedderConfig', (reply, _call, { models }) => {
      if (reply.status === 200) models.set('Llm', membersOf(reply.body));
      return reply;
    }),
  ),
  mutant('P-63', 'sends no token to an agent after any update of it', () =>
    on('assistant.updateAgent', (reply, { path, input }, { things }) => {
      const agent = kindOf(things, 'agents').get(path['id'] ?? '');
      if (reply.status !== 200 || agent === undefined || 'need_authentication' in membersOf(input))
        return reply;
      agent['need_authentication'] = false;
      return { ...reply, body: { ...agent } };
    }),
  ),
  mutant('P-59', 'includes earlier questions in its response', () => rememberingAll()),
  mutant('P-61', 'names the id as the wrong field in every error', () =>
    on('builder.registerTechAdapter', (reply) =>
      reply.status === 400 ? { ...reply, body: { ...membersOf(reply.body), inputErrorField: 'id' } } : reply,
    ),
  ),
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
