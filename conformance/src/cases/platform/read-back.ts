import { type Check, memo, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, canonical, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import { type Facts, refuseWriting } from './facts.ts';
import { isOurChoice } from './knowledge.ts';

/** A kind of thing with the operations of its life. Names of operations without the API. */
interface Life {
  readonly api: string;
  readonly create: string;
  readonly read?: string;
  readonly list?: { readonly operation: string; readonly items: readonly string[] };
  readonly remove?: string;
  /** Member that names it, in the answer of `create`. */
  readonly name: string;
  /** The place in the path. */
  readonly place: string;
  readonly change?: { readonly operation: string; readonly body: JsonObject };
}

const LIVES: readonly Life[] = [
  {
    api: 'coordinator-v2',
    create: 'upsertTechAdapter',
    read: 'getTechAdapter',
    list: { operation: 'listTechAdapters', items: ['data'] },
    remove: 'deleteTechAdapter',
    name: 'id',
    place: 'id',
  },
  {
    api: 'assistant',
    create: 'createAgent',
    read: 'getAgent',
    list: { operation: 'listAgents', items: [] },
    remove: 'deleteAgent',
    name: 'id',
    place: 'id',
    change: { operation: 'updateAgent', body: { active: false } },
  },
  {
    api: 'governance',
    create: 'upsertResourceType',
    read: 'getResourceType',
    list: { operation: 'listResourceTypes', items: [] },
    name: 'name',
    place: 'resourceType',
  },
  {
    api: 'governance',
    create: 'createPolicy',
    name: 'id',
    place: 'id',
    change: { operation: 'patchPolicy', body: { severity: 'info' } },
  },
];

/** What was written can be read, listed, changed and removed. Only when the run may write. */
export function readBackChecks(facts: Facts): Check[] {
  return [...LIVES.flatMap((life) => lifeChecks(facts, life)), logLevelCheck(facts)];
}

function lifeChecks(facts: Facts, life: Life): Check[] {
  const { run } = facts;
  const call = (operation: string, name: string, value?: unknown): Promise<Exchange> =>
    run.session.call({
      operation: `${life.api}.${operation}`,
      label: `${operation} of what was created`,
      intent: 'valid',
      parameters: { path: { [life.place]: name } },
      ...(value === undefined ? {} : { value }),
    });
  const createId = `${life.api}.${life.create}`;
  const created = memo(async () => {
    refuseWriting(!run.settings.readOnly);
    const good = facts.goodBody(createId);
    // Names are the things' own: what another check has created may hold the usual one.
    const own = isObject(good) ? { ...good, ...renamed(good, life.name, 'name') } : good;
    const exchange = await run.session.call({
      operation: createId,
      label: 'create',
      intent: 'valid',
      value: own,
    });
    const name = at(bodyOf(exchange), life.name);
    if (!succeeded(exchange) || typeof name !== 'string')
      throw new NotTestable(
        `${createId} was answered ${describeAnswer(exchange)}; pass a body that fits with --body ${createId}=FILE`,
      );
    return { exchange, name, sent: own };
  });
  const check = (
    requirement: string,
    what: string | undefined,
    title: string,
    judge: (trial: Trial, operation: string) => Promise<void>,
  ): Check[] =>
    what === undefined
      ? []
      : [
          run.check(
            requirement,
            { of: `${life.api}.${what}`, title: `${life.api}.${what}: ${title}`, operation: createId },
            (trial) => judge(trial, what),
          ),
        ];

  const readBack = memo(async () => {
    const { name } = await created();
    return call(life.read ?? '', name);
  });
  const listed = memo(async () => {
    await readBack().catch(() => undefined);
    return run.session.call({
      operation: `${life.api}.${life.list?.operation ?? ''}`,
      label: 'list with what was created',
      intent: 'valid',
    });
  });
  const changed = memo(async () => {
    const { name } = await created();
    await listed().catch(() => undefined);
    return call(life.change?.operation ?? '', name, life.change?.body);
  });
  const removed = memo(async () => {
    const { name } = await created();
    await listed().catch(() => undefined);
    if (life.change !== undefined) await changed().catch(() => undefined);
    return { first: await call(life.remove ?? '', name), second: await call(life.remove ?? '', name), name };
  });

  return [
    ...check('P-26', life.create, 'the answer tells what was sent', async (trial) => {
      const { exchange, sent } = await created();
      expectMembers(trial, exchange, sent, 'what was sent');
    }),
    ...check('P-27', life.read, 'what was created can be read', async (trial) => {
      const { sent, exchange } = await created();
      const read = await readBack();
      trial.saw(exchange, read);
      if (succeeded(read)) expectMembers(trial, read, sent, 'what was created');
      else
        trial.violated(
          {
            symptom: 'created and not found',
            expected: 'what was created',
            actual: describeAnswer(read),
          },
          read,
          exchange,
        );
    }),
    ...check('P-28', life.list?.operation, 'what was created is in the list', async (trial) => {
      const { name } = await created();
      const exchange = await listed();
      trial.saw(exchange);
      const items = at(bodyOf(exchange), ...(life.list?.items ?? []));
      // A list with pages need not show it on the first one.
      const isWhole = Array.isArray(items) && items.length < 20;
      if (!isWhole || items.some((one: unknown) => at(one, life.name) === name)) return;
      trial.violated(
        {
          symptom: 'created and not listed',
          expected: `${name} in the list`,
          actual: `${items.length} items without it`,
        },
        exchange,
      );
    }),
    ...check(
      'P-29',
      life.change?.operation,
      'a change changes what it says and nothing else',
      async (trial) => {
        const { sent } = await created();
        const exchange = await changed();
        trial.saw(exchange);
        if (!succeeded(exchange)) {
          const symptom = 'change refused';
          trial.violated({ symptom, expected: 'success', actual: describeAnswer(exchange) }, exchange);
          return;
        }
        const whole = isObject(sent) ? { ...sent, ...life.change?.body } : sent;
        expectMembers(trial, exchange, whole, 'what was sent, with the change');
      },
    ),
    ...check('P-30', life.remove, 'what was removed is gone', async (trial) => {
      const { first, second, name } = await removed();
      const read = await call(life.read ?? '', name);
      trial.saw(first, second, read);
      const entry = facts.operations.find(({ id }) => id === read.operation);
      const isUnknown = statusOf(read) === 404 || (entry !== undefined && isOurChoice(entry, statusOf(read)));
      const gone = isUnknown && !succeeded(read) && !succeeded(second);
      if (succeeded(first) && gone) return;
      trial.violated(
        {
          symptom: 'removal',
          expected: 'success, then 404 for a second removal and for a read',
          actual: [first, second, read].map(statusOf).join(', '),
        },
        gone ? first : succeeded(second) ? second : read,
      );
    }),
  ];
}

/** The members that name a thing, with the names of another one. */
function renamed(good: JsonObject, ...members: readonly string[]): JsonObject {
  const own = members.filter((member) => typeof good[member] === 'string');
  return Object.fromEntries(own.map((member) => [member, `${String(good[member])}-read-back`]));
}

/** What was sent stands in the answer; what the platform adds is its own business, and so are secrets. */
function expectMembers(trial: Trial, exchange: Exchange, sent: unknown, what: string): void {
  trial.saw(exchange);
  const body = bodyOf(exchange);
  if (!isObject(sent)) return;
  for (const [key, value] of Object.entries(sent)) {
    if (holds(at(body, key), value)) continue;
    trial.violated(
      {
        symptom: `${key} differs`,
        expected: `${what}: ${key} ${brief(value)}`,
        actual: brief(at(body, key)),
      },
      exchange,
    );
    return;
  }
}

/** Whether a value is in an answer as it was sent; members may have been added, at any depth. */
export function holds(answered: unknown, sent: unknown): boolean {
  if (isObject(sent))
    return (
      isObject(answered) &&
      Object.entries(sent).every(([key, value]) => value === undefined || holds(answered[key], value))
    );
  if (!Array.isArray(sent)) return canonical(answered) === canonical(sent);
  const list = listOf(answered);
  return list.length === sent.length && sent.every((one: unknown, index) => holds(list[index], one));
}

/** Sets the level that is set already: nothing changes, and the answer has to tell it. */
function logLevelCheck(facts: Facts): Check {
  const [read, write] = ['coordinator-v1.getLogLevel', 'coordinator-v1.setLogLevel'];
  const title = `${write}: the level that was set is the one that is read`;
  return facts.run.check('P-29', { of: write, title, operation: write }, async (trial) => {
    const before = await facts.good(read);
    const level = at(bodyOf(before), 'level');
    if (typeof level !== 'string') throw new NotTestable(`${read} was answered ${describeAnswer(before)}`);
    const other = level === 'DEBUG' ? 'INFO' : 'DEBUG';
    const set = (to: string): Promise<Exchange> =>
      facts.run.session.call({
        operation: write,
        label: 'set the level',
        intent: 'valid',
        parameters: { path: { level: to } },
      });
    const [answer, after] = await facts.inTurn(write, async () => {
      const answered = await set(other);
      const now = await facts.run.session.call({ operation: read, label: 'read the level', intent: 'valid' });
      await set(level);
      return [answered, now] as const;
    });
    trial.saw(before, answer, after);
    if (at(bodyOf(after), 'level') === other) return;
    trial.violated(
      { symptom: 'level not set', expected: other, actual: describeAnswer(after) },
      after,
      answer,
    );
  });
}
