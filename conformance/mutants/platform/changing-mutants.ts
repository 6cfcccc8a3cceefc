import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { listOf, on, onGood, type PlatformMutant, refusing } from './habits.ts';
import { kindOf, type Memory } from './memory.ts';
import type { Body, Call, Habits, Reply } from './server.ts';

const UPSERT = 'coordinator-v2.upsertTechAdapter';
const DEPLOY = 'coordinator-v2.putTechAdapterDeployment';
const AGENT = 'assistant.updateAgent';

/** Platform mutants in which an update changes too much or too little, or that reject a sufficient update. */
export const changingMutants: readonly PlatformMutant[] = [
  mutant('P-56', 'loses the deployments of adapters when it reloads its configuration', () =>
    on('coordinator-v1.reloadConfiguration', (reply, _call, { things }) => {
      kindOf(things, 'deployments').clear();
      return reply;
    }),
  ),
  mutant('P-53', 'changes all policies to draft when it reloads their schedules', () =>
    on('governance.reloadCronPolicies', (reply, _call, { entities }) => {
      for (const entity of entities.values()) entity['status'] = 'draft';
      return reply;
    }),
  ),
  mutant('P-29', 'returns the previous level when a log level is set', () => {
    let level = 'INFO';
    return onGood('coordinator-v1.setLogLevel', (body) => {
      const before = level;
      level = String(body['level']);
      return { level: before };
    });
  }),
  mutant('P-66', 'rejects an empty list of identities', () =>
    refusing(
      'coordinator-v1.updateAcl',
      ({ input }) => listOf({ identities: ['unknown'], ...membersOf(input) }, 'identities').length === 0,
    ),
  ),
  mutant('P-66', 'registers no resources without a list of derived ones', () =>
    refusing(
      'governance.registerResources',
      ({ input }) => membersOf(input)['derivedResources'] === undefined,
    ),
  ),
  mutant('P-66', 'rejects the registration of an adapter without a description', () =>
    refusing('builder.registerTechAdapter', ({ input }) => membersOf(input)['description'] === ''),
  ),
  mutant('P-62', 'reports an adapter as deployed when the stored body says so', () =>
    onGood(UPSERT, (body, { input }) => {
      const { deployments } = membersOf(input);
      return deployments === undefined ? body : { ...body, deployments };
    }),
  ),
  mutant('P-62', 'rejects an adapter under a removed name', () => {
    const gone = new Set<unknown>();
    return {
      answer: (reply, { operation, path, input }) => {
        if (operation === 'coordinator-v2.deleteTechAdapter' && reply.status === 204) gone.add(path['id']);
        const isGone = operation === UPSERT && gone.has(membersOf(input)['id']);
        return isGone ? { status: 400, body: { errors: ['gone'], userMessage: 'It is gone.' } } : reply;
      },
    } satisfies Partial<Habits>;
  }),
  mutant('P-56', 'stores a deployment in the environment of its body', () =>
    on(DEPLOY, (reply, { path, input }, { things }) => {
      const { environment } = membersOf(input);
      if (reply.status !== 200 || environment === undefined) return reply;
      const deployments = kindOf(things, 'deployments');
      deployments.delete(`${path['id']} ${path['environment']}`);
      deployments.set(`${path['id']} ${String(environment)}`, membersOf(input));
      return reply;
    }),
  ),
  mutant('P-56', 'changes the creation time of a replaced deployment', () =>
    on(DEPLOY, async (reply, { path }, { things }) => {
      if (reply.status !== 200) return reply;
      await new Promise((resolve) => setTimeout(resolve, 15));
      const body = { ...membersOf(reply.body), createdAt: new Date().toISOString() };
      kindOf(things, 'deployments').set(`${path['id']} ${path['environment']}`, body);
      return { ...reply, body };
    }),
  ),
  mutant('P-56', 'enables the other deployments of an adapter when one of them is removed', () =>
    on('coordinator-v2.deleteTechAdapterDeployment', (reply, { path }, { things }) => {
      const deployments = kindOf(things, 'deployments');
      for (const [key, one] of deployments)
        if (key.startsWith(`${path['id']} `)) deployments.set(key, { ...one, enabled: true });
      return reply;
    }),
  ),
  mutant('P-51', 'evaluates disabled policies', () => judging(({ status }) => status === 'disabled')),
  mutant('P-51', 'still evaluates resources of the previous type of a policy', () => {
    const first = new Map<unknown, unknown>();
    const known = judging(
      ({ id, status }, { input }) =>
        status === 'enabled' && first.get(id) === membersOf(input)['resourceType'],
    );
    return {
      answer: (reply, call, memory) => {
        const { id, resourceType } = membersOf(reply.body);
        if (call.operation === 'governance.createPolicy') first.set(id, resourceType);
        return known.answer?.(reply, call, memory) ?? reply;
      },
    } satisfies Partial<Habits>;
  }),
  mutant('P-53', 'enables a policy on creation', () =>
    on('governance.createPolicy', (reply, _call, { entities }) => {
      const entity = entities.get(String(membersOf(reply.body)['id']));
      if (entity === undefined) return reply;
      entity['status'] = 'enabled';
      return { ...reply, body: { ...entity } };
    }),
  ),
  mutant('P-64', 'keeps the schedule of a policy whose replacement has none', () => {
    const known = new Map<unknown, unknown>();
    return {
      answer: (reply, { operation, path }, { entities }) => {
        const { id, cronExpression } = membersOf(reply.body);
        if (operation === 'governance.createPolicy') known.set(id, cronExpression);
        const entity = entities.get(path['id'] ?? '');
        const kept = known.get(path['id']);
        if (operation !== 'governance.updatePolicy' || entity === undefined || kept === undefined)
          return reply;
        entity['cronExpression'] = kept;
        return reply.status === 200 ? { ...reply, body: { ...entity } } : reply;
      },
    } satisfies Partial<Habits>;
  }),
  mutant('P-63', 'creates another version of a metric on each update', () =>
    on('governance.patchMetric', (reply, { path }, { entities }) => {
      const entity = entities.get(path['id'] ?? '');
      if (reply.status === 200 && entity !== undefined) entity['version'] = Number(entity['version']) + 1;
      return reply;
    }),
  ),
  mutant('P-27', 'returns the first result of a resource as the latest one', () => {
    const first = new Map<string, Body>();
    return on('governance.pushPolicyEvaluationResults', (reply, _call, { results }) => {
      for (const [key, result] of results) {
        results.set(key, first.get(key) ?? result);
        first.set(key, first.get(key) ?? result);
      }
      return reply;
    });
  }),
  mutant('P-60', 'does not list a resource type without a display name', () =>
    on('governance.listResourceTypes', (reply) =>
      Array.isArray(reply.body)
        ? { ...reply, body: reply.body.filter((one) => membersOf(one)['displayName'] !== undefined) }
        : reply,
    ),
  ),
  mutant('P-66', 'truncates the description of an agent to 255 characters', () =>
    on('assistant.createAgent', (reply, _call, memory) =>
      storing(reply, memory, ({ description }) => ({ description: String(description).slice(0, 255) })),
    ),
  ),
  mutant('P-63', 'activates an agent again on any update', () =>
    on(AGENT, (reply, { input }, memory) =>
      'active' in membersOf(input) ? reply : storing(reply, memory, () => ({ active: true })),
    ),
  ),
  mutant('P-63', 'keeps fields of the old payload that are not in the new one', () => {
    const known = new Map<unknown, Body>();
    return {
      answer: (reply, { operation }, memory) => {
        if (reply.status > 201 || !/(create|update)Agent$/.test(operation)) return reply;
        const { id, payload } = membersOf(reply.body);
        const merged = { ...known.get(id), ...membersOf(payload) };
        known.set(id, merged);
        return storing(reply, memory, () => ({ payload: merged }));
      },
    } satisfies Partial<Habits>;
  }),
];

/** Applies policies that are not in force as well. */
function judging(isJudge: (entity: Body, call: Call) => boolean): Partial<Habits> {
  return on('governance.evaluate', (reply, call, { entities, reports }) => {
    const report = reports.get(String(membersOf(reply.body)['reportId']));
    const { id, environment } = membersOf(call.input);
    const more = [...entities.values()].filter((one) => one['trigger'] === 'active' && isJudge(one, call));
    if (report !== undefined)
      report['evaluationResults'] = [
        ...listOf(report, 'evaluationResults').filter(
          (one) => !more.some((other) => other['id'] === membersOf(one)['governanceEntityId']),
        ),
        ...more.map((one) => ({
          governanceEntityId: one['id'],
          governanceEntityType: 'policy',
          resource: { id, environment },
          outcome: 'ok',
        })),
      ];
    return reply;
  });
}

/** Changes the agent in the response, and stores the changed agent. */
function storing(reply: Reply, { things }: Memory, change: (agent: Body) => Body): Reply {
  if (reply.status > 201) return reply;
  const agent = membersOf(reply.body);
  const body = { ...agent, ...change(agent) };
  kindOf(things, 'agents').set(String(body['id']), body);
  return { ...reply, body };
}
