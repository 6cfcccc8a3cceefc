import { membersOf } from './asked.ts';
import { listOf, on, onGood, type PlatformMutant, refusing } from './habits.ts';
import { kindOf, type Memory } from './memory.ts';
import type { Body, Call, Habits, Reply } from './server.ts';

const UPSERT = 'coordinator-v2.upsertTechAdapter';
const DEPLOY = 'coordinator-v2.putTechAdapterDeployment';
const AGENT = 'assistant.updateAgent';

/** Platform mutants in which an update changes too much or too little, or that reject a sufficient update. */
export const changingMutants: readonly PlatformMutant[] = [
  {
    name: 'reload-forgets-deployments',
    class: 'sequence',
    defect: 'loses the deployments of adapters when it reloads its configuration',
    caughtBy: 'P-56',
    habits: () =>
      on('coordinator-v1.reloadConfiguration', (reply, _call, { things }) => {
        kindOf(things, 'deployments').clear();
        return reply;
      }),
  },
  {
    name: 'reload-makes-drafts',
    class: 'sequence',
    defect: 'changes all policies to draft when it reloads their schedules',
    caughtBy: 'P-53',
    habits: () =>
      on('governance.reloadCronPolicies', (reply, _call, { entities }) => {
        for (const entity of entities.values()) entity['status'] = 'draft';
        return reply;
      }),
  },
  {
    name: 'tells-the-level-before',
    class: 'sequence',
    defect: 'returns the previous level when a log level is set',
    caughtBy: 'P-29',
    habits: () => {
      let level = 'INFO';
      return onGood('coordinator-v1.setLogLevel', (body) => {
        const before = level;
        level = String(body['level']);
        return { level: before };
      });
    },
  },
  {
    name: 'access-list-must-not-be-empty',
    class: 'negatives',
    defect: 'rejects an empty list of identities',
    caughtBy: 'P-66',
    habits: () =>
      refusing(
        'coordinator-v1.updateAcl',
        ({ input }) => listOf({ identities: ['unknown'], ...membersOf(input) }, 'identities').length === 0,
      ),
  },
  {
    name: 'both-lists-or-none',
    class: 'negatives',
    defect: 'registers no resources without a list of derived ones',
    caughtBy: 'P-66',
    habits: () =>
      refusing(
        'governance.registerResources',
        ({ input }) => membersOf(input)['derivedResources'] === undefined,
      ),
  },
  {
    name: 'registers-no-one-without-words',
    class: 'negatives',
    defect: 'rejects the registration of an adapter without a description',
    caughtBy: 'P-66',
    habits: () =>
      refusing('builder.registerTechAdapter', ({ input }) => membersOf(input)['description'] === ''),
  },
  {
    name: 'deployed-by-its-word',
    class: 'cross-field meaning',
    defect: 'reports an adapter as deployed when the stored body says so',
    caughtBy: 'P-62',
    habits: () =>
      onGood(UPSERT, (body, { input }) => {
        const { deployments } = membersOf(input);
        return deployments === undefined ? body : { ...body, deployments };
      }),
  },
  {
    name: 'never-again',
    class: 'state over time',
    defect: 'rejects an adapter under a removed name',
    caughtBy: 'P-62',
    habits: () => {
      const gone = new Set<unknown>();
      return {
        answer: (reply, { operation, path, input }) => {
          if (operation === 'coordinator-v2.deleteTechAdapter' && reply.status === 204) gone.add(path['id']);
          const isGone = operation === UPSERT && gone.has(membersOf(input)['id']);
          return isGone ? { status: 400, body: { errors: ['gone'], userMessage: 'It is gone.' } } : reply;
        },
      } satisfies Partial<Habits>;
    },
  },
  {
    name: 'place-of-the-body',
    class: 'cross-field meaning',
    defect: 'stores a deployment in the environment of its body',
    caughtBy: 'P-56',
    habits: () =>
      on(DEPLOY, (reply, { path, input }, { things }) => {
        const { environment } = membersOf(input);
        if (reply.status !== 200 || environment === undefined) return reply;
        const deployments = kindOf(things, 'deployments');
        deployments.delete(`${path['id']} ${path['environment']}`);
        deployments.set(`${path['id']} ${String(environment)}`, membersOf(input));
        return reply;
      }),
  },
  {
    name: 'deployment-born-again',
    class: 'state over time',
    defect: 'changes the creation time of a replaced deployment',
    caughtBy: 'P-56',
    habits: () =>
      on(DEPLOY, async (reply, { path }, { things }) => {
        if (reply.status !== 200) return reply;
        await new Promise((resolve) => setTimeout(resolve, 15));
        const body = { ...membersOf(reply.body), createdAt: new Date().toISOString() };
        kindOf(things, 'deployments').set(`${path['id']} ${path['environment']}`, body);
        return { ...reply, body };
      }),
  },
  {
    name: 'turns-the-others-on',
    class: 'identity and isolation',
    defect: 'enables the other deployments of an adapter when one of them is removed',
    caughtBy: 'P-56',
    habits: () =>
      on('coordinator-v2.deleteTechAdapterDeployment', (reply, { path }, { things }) => {
        const deployments = kindOf(things, 'deployments');
        for (const [key, one] of deployments)
          if (key.startsWith(`${path['id']} `)) deployments.set(key, { ...one, enabled: true });
        return reply;
      }),
  },
  {
    name: 'paused-ones-judge',
    class: 'state over time',
    defect: 'evaluates disabled policies',
    caughtBy: 'P-51',
    habits: () => judging(({ status }) => status === 'disabled'),
  },
  {
    name: 'judges-by-the-type-it-had',
    class: 'state over time',
    defect: 'still evaluates resources of the previous type of a policy',
    caughtBy: 'P-51',
    habits: () => {
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
    },
  },
  {
    name: 'in-force-from-birth',
    class: 'state over time',
    defect: 'enables a policy on creation',
    caughtBy: 'P-53',
    habits: () =>
      on('governance.createPolicy', (reply, _call, { entities }) => {
        const entity = entities.get(String(membersOf(reply.body)['id']));
        if (entity === undefined) return reply;
        entity['status'] = 'enabled';
        return { ...reply, body: { ...entity } };
      }),
  },
  {
    name: 'replaced-in-part',
    class: 'state over time',
    defect: 'keeps the schedule of a policy whose replacement has none',
    caughtBy: 'P-64',
    habits: () => {
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
    },
  },
  {
    name: 'counts-changes-as-versions',
    class: 'state over time',
    defect: 'creates another version of a metric on each update',
    caughtBy: 'P-63',
    habits: () =>
      on('governance.patchMetric', (reply, { path }, { entities }) => {
        const entity = entities.get(path['id'] ?? '');
        if (reply.status === 200 && entity !== undefined) entity['version'] = Number(entity['version']) + 1;
        return reply;
      }),
  },
  {
    name: 'first-result-stays',
    class: 'state over time',
    defect: 'returns the first result of a resource as the latest one',
    caughtBy: 'P-27',
    habits: () => {
      const first = new Map<string, Body>();
      return on('governance.pushPolicyEvaluationResults', (reply, _call, { results }) => {
        for (const [key, result] of results) {
          results.set(key, first.get(key) ?? result);
          first.set(key, first.get(key) ?? result);
        }
        return reply;
      });
    },
  },
  {
    name: 'plain-types-hidden',
    class: 'linkage between operations',
    defect: 'does not list a resource type without a display name',
    caughtBy: 'P-60',
    habits: () =>
      on('governance.listResourceTypes', (reply) =>
        Array.isArray(reply.body)
          ? { ...reply, body: reply.body.filter((one) => membersOf(one)['displayName'] !== undefined) }
          : reply,
      ),
  },
  {
    name: 'cut-in-the-middle',
    class: 'negatives',
    defect: 'truncates the description of an agent to 255 characters',
    caughtBy: 'P-66',
    habits: () =>
      on('assistant.createAgent', (reply, _call, memory) =>
        storing(reply, memory, ({ description }) => ({ description: String(description).slice(0, 255) })),
      ),
  },
  {
    name: 'active-again',
    class: 'state over time',
    defect: 'activates an agent again on any update',
    caughtBy: 'P-63',
    habits: () =>
      on(AGENT, (reply, { input }, memory) =>
        'active' in membersOf(input) ? reply : storing(reply, memory, () => ({ active: true })),
      ),
  },
  {
    name: 'payloads-merged',
    class: 'state over time',
    defect: 'keeps fields of the old payload that are not in the new one',
    caughtBy: 'P-63',
    habits: () => {
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
    },
  },
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
