import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { Body, Reply } from '../reply.ts';
import { adapterAnswers } from './adapters.ts';
import { type Answers, type Asked, ask, byName, type Example, membersOf } from './asked.ts';
import { assistantAnswers } from './assistant.ts';
import { governingAnswers } from './governing.ts';
import { listOf } from './habits.ts';
import { deployedSince } from './history.ts';
import type { Memory } from './memory.ts';
import { searchResults } from './results.ts';
import type { Call } from './server.ts';
import { taskAnswers } from './tasks.ts';
import { settle, unitAnswers } from './units.ts';

/** The parts of the platform, each with its operations. If two parts implement an operation, the later one wins. */
const PARTS: readonly ((asked: Asked, example: Example) => Answers)[] = [
  unitAnswers,
  governingAnswers,
  taskAnswers,
  adapterAnswers,
  assistantAnswers,
  listAnswers,
  (asked) => ({ 'builder.updateHook': () => decide(asked) }),
];

/** Caches which part implements an operation: building all parts for every request would be slow. */
const partOf = new Map<string, (typeof PARTS)[number] | undefined>();

/** The conformant response to a valid request. */
export function answerWell(memory: Memory, call: Call, operation: OperationEntry, example: Example): Reply {
  const asked = ask(memory, call, operation, example);
  settle(asked);
  if (!partOf.has(call.operation))
    partOf.set(
      call.operation,
      PARTS.findLast((part) => part(asked, example)[call.operation] !== undefined),
    );
  return partOf.get(call.operation)?.(asked, example)[call.operation]?.() ?? asked.ok(asked.example);
}

/** Operations that list, search and store items by name only. */
function listAnswers({ memory, path, query, body, example, ok, store }: Asked): Answers {
  return {
    'coordinator-v1.listDeployedDataProducts': () => ok(deployedSince(memory.history, query)),
    'governance.getTopFailedPolicies': () => {
      const { data } = membersOf(example);
      const all = [...(Array.isArray(data) ? data : []), ...failedIn(memory)];
      return ok({ data: all.slice(0, Number(body['limit'] ?? 10)) });
    },
    'governance.searchEvaluationStatus': () => ok(searchResults(memory, body, example)),
    'governance.listResourceTypes': () => ok(byName(store.all('types'))),
    'governance.upsertResourceType': () => store.keep('types', String(body['name']), typeOf(body)),
    'governance.getResourceType': () => store.look('types', path['resourceType']),
  };
}

/** The policies that failed in an evaluation. */
function failedIn({ reports, entities }: Memory): Body[] {
  const results = [...reports.values()].flatMap((one) => listOf(one, 'evaluationResults').map(membersOf));
  const failed = new Set(
    results.filter(({ outcome }) => outcome === 'error').map((one) => one['governanceEntityId']),
  );
  return [...failed].map((id) => {
    return { governanceEntityId: id, name: entities.get(String(id))?.['name'], failures: 1 };
  });
}

function typeOf(body: Body): Body {
  const { descriptorConfiguration, resolverConfiguration } = body;
  const resolver =
    resolverConfiguration === undefined
      ? {}
      : { resolverConfiguration: { path: 'v1/resolve', ...membersOf(resolverConfiguration) } };
  const descriptor = {
    resourceNameField: 'id',
    resourceDisplayNameFields: ['domain', 'name', 'version'],
    resourceFilterField: 'version',
    ...membersOf(descriptorConfiguration),
  };
  return { ...body, descriptorConfiguration: descriptor, ...resolver };
}

/** Decides a hook; a second decision returns 409. */
function decide({ memory, path, body, ok, unknown }: Asked): Reply {
  const hookId = path['id'] ?? '';
  const state = memory.hooks.get(hookId);
  if (state === undefined) return unknown();
  if (state !== 'WAITING') return { status: 409, body: { error: { message: 'It has been decided.' } } };
  memory.hooks.set(hookId, String(body['status']));
  const now = new Date().toISOString();
  const action = { actionId: 'action-1', actionName: 'AccessControlAction' };
  const hook = { hookId, hookName: 'RemoteRequestHook', ...action, creationAt: now, updateAt: now };
  return ok({ ...hook, status: body['status'] });
}
