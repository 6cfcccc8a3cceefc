import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import type { Body, Reply } from '../reply.ts';
import { parseYaml } from '../yaml.ts';
import { type Answers, type Asked, membersOf } from './asked.ts';
import { keepResults } from './results.ts';

/** Operations on policies and metrics, their evaluations, and the resources that they evaluate. */
export function governingAnswers(asked: Asked): Answers {
  const { memory, operation, path, query, input, body, ok, unknown, refuse } = asked;
  const kind = operation.includes('Metric') ? 'metric' : 'policy';
  const isOfKind = memory.kinds.get(path['id'] ?? '') === kind;
  const entity = isOfKind ? memory.entities.get(path['id'] ?? '') : undefined;
  const create = (): Reply => {
    const now = new Date().toISOString();
    const id = crypto.randomUUID();
    const own = { id, groupId: crypto.randomUUID(), version: 1, status: 'draft' };
    const created = { ...body, ...own, creationTime: now, updateTime: now };
    memory.entities.set(id, created);
    memory.kinds.set(id, kind);
    return ok(created);
  };
  const change = (): Reply => {
    if (entity === undefined) return unknown();
    if (!operation.endsWith('Status') && entity['status'] === 'deleted') return refuse(422);
    Object.assign(entity, body, { updateTime: new Date().toISOString() });
    return ok({ ...entity });
  };
  /** Replaces all but the fields that the platform sets, and the version: this platform creates no new versions. */
  const replace = (): Reply => {
    const told = change();
    const given = ['id', 'groupId', 'version', 'status', 'creationTime', 'updateTime'];
    if (entity === undefined || told.status !== 200) return told;
    for (const name of Object.keys(entity)) if (!given.includes(name) && !(name in body)) delete entity[name];
    return ok({ ...entity });
  };
  const push = (): Reply => {
    if (entity === undefined) return unknown();
    const isOpen = ['enabled', 'grace'].includes(String(entity['status']));
    if (entity['trigger'] !== 'passive' || !isOpen) return refuse(422);
    keepResults(asked, entity);
    return ok({});
  };
  const report = (evaluationScope: string, by: readonly Body[]): Reply =>
    asked.begin((reportId) => {
      const evaluationResults = by.map(({ id }) => ({
        governanceEntityId: id,
        governanceEntityType: memory.kinds.get(String(id)),
        governanceEntityStatus: memory.entities.get(String(id))?.['status'],
        resource: { id: body['id'], environment: body['environment'] },
        ...verdictOf(memory.entities.get(String(id)) ?? {}, body['descriptor']),
      }));
      memory.reports.set(reportId, {
        id: reportId,
        environment: body['environment'],
        evaluationScope,
        evaluationResults,
      });
      return { reportId };
    });
  const applying = (): Body[] =>
    [...memory.entities.values()].filter(
      (one) =>
        one['trigger'] === 'active' &&
        ['enabled', 'grace'].includes(String(one['status'])) &&
        one['environment'] === body['environment'] &&
        one['resourceType'] === body['resourceType'] &&
        isSelected(one, body['descriptor']),
    );
  const test = (): Reply => (entity === undefined ? unknown() : report('test', [entity]));
  const each = (name: string, answer: () => Reply): Answers => ({
    [`governance.${name.replace('*', 'Policy')}`]: answer,
    [`governance.${name.replace('*', 'Metric')}`]: answer,
  });
  return {
    ...each('create*', create),
    ...each('update*', replace),
    ...each('patch*', change),
    ...each('update*Status', change),
    ...each('test*', test),
    ...each('push*EvaluationResults', push),
    'governance.evaluate': () => report('evaluation', applying()),
    'governance.registerResources': () => register(asked),
    'governance.getResource': () => {
      const resource = memory.resources.get(`${path['externalId']} ${String(query['environment'])}`);
      return resource === undefined ? unknown() : ok(resource);
    },
    'governance.updateEvaluationStatus': () => updateStatus(asked, input),
  };
}

/** The verdict on a descriptor: this platform understands scripts of one member only, and is satisfied by the others. */
function verdictOf({ cueScript, severity, thresholds }: Body, descriptor: unknown): Body {
  const [, member = '', value] = /^(\w+): "([^"]*)"$/.exec(String(cueScript)) ?? [];
  const found = membersOf(parseYaml(String(descriptor)))[member];
  if (value === undefined || thresholds !== undefined) return { outcome: 'ok' };
  const satisfiesPolicy = found === value;
  return { outcome: satisfiesPolicy ? 'ok' : severity, result: { satisfiesPolicy } };
}

/** Whether a descriptor satisfies all selectors. */
function isSelected({ selectors }: Body, descriptor: unknown): boolean {
  const whole: unknown = parseYaml(String(descriptor));
  return (Array.isArray(selectors) ? selectors : []).map(membersOf).every(({ path, values }) => {
    const keys = String(path).split('.');
    const found = keys.reduce<unknown>((inner, key) => membersOf(inner)[key], whole);
    return !Array.isArray(values) || values.includes(found);
  });
}

function register({ memory, body, ok }: Asked): Reply {
  const listed = (name: string, kind: string): Body[] => {
    const list = body[name];
    return Array.isArray(list) ? list.map((one) => ({ ...membersOf(one), kind })) : [];
  };
  const fresh = [...listed('primaryResources', 'PRIMARY'), ...listed('derivedResources', 'DERIVED')].filter(
    (one) => {
      const { resourceExternalId, environment } = membersOf(one['identifier']);
      const key = `${String(resourceExternalId)} ${String(environment)}`;
      if (memory.resources.has(key)) return false;
      memory.resources.set(key, one);
      return true;
    },
  );
  return ok({ registeredResources: fresh });
}

const CRON = new RegExp(String(membersOf(governanceSchemas.$defs['CronExpression'])['pattern']), 'u');
const DURATION = /^P(?=\d|T\d)(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?)?$/;

function updateStatus({ memory, path, query, ok }: Asked, input: unknown): Reply {
  const refused = (error: string): Reply => ({ status: 400, body: { error } });
  const [resource, governanceEntityId] = [path['externalId'] ?? '', path['governanceEntityId'] ?? ''];
  const environment = String(query['environment']);
  if (!memory.resources.has(`${resource} ${environment}`)) return refused('RESOURCE_NOT_FOUND');
  if (!memory.entities.has(governanceEntityId)) return refused('GOVERNANCE_ENTITY_NOT_FOUND');
  const { resultScheduling, lastResultId } = membersOf(input);
  const key = `${resource} ${environment} ${governanceEntityId}`;
  const status: Body = memory.statuses.get(key) ?? {
    identifier: {
      resourceIdentifier: { resourceExternalId: resource, environment },
      governanceEntityId,
    },
  };
  if (resultScheduling !== undefined) {
    const { frequency, toleranceWindowLength = 'PT1H' } = membersOf(membersOf(resultScheduling)['newValue']);
    if (!CRON.test(String(frequency))) return refused('RESULT_SCHEDULING_INVALID_FREQUENCY');
    const window = DURATION.exec(String(toleranceWindowLength));
    if (window === null) return refused('RESULT_SCHEDULING_INVALID_TOLERANCE_WINDOW');
    const [days = 0, hours = 0, minutes = 0] = window.slice(1).map((one) => Number(one ?? 0));
    const expected = nextTime(String(frequency));
    status['resultScheduling'] = {
      frequency,
      toleranceWindowLength,
      expectedResultTime: expected.toISOString(),
      acceptableResultTimeLimit: new Date(
        expected.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000,
      ).toISOString(),
      status: 'ON_TIME',
    };
  }
  if (lastResultId !== undefined) {
    const { newValue } = membersOf(lastResultId);
    if (typeof newValue === 'string') status['lastResultId'] = newValue;
    else delete status['lastResultId'];
  }
  memory.statuses.set(key, status);
  return ok({ ...status });
}

/** The next time that matches a cron expression with a time of day and optionally a weekday. */
function nextTime(frequency: string): Date {
  const [second, minute, hour, , , weekday] = frequency
    .split(' ')
    .map((one) => (/^\d+$/.test(one) ? Number(one) : undefined));
  const time = new Date();
  time.setUTCHours(hour ?? 0, minute ?? 0, second ?? 0, 0);
  const isOther = (): boolean => weekday !== undefined && (time.getUTCDay() + 6) % 7 !== weekday;
  while (time.getTime() <= Date.now() || isOther()) time.setUTCDate(time.getUTCDate() + 1);
  return time;
}
