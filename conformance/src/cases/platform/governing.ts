import { type Check, memo, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import { type Facts, refuseWriting } from './facts.ts';
import { needSuccess } from './rules.ts';

/** Policies in their states, what they say of a resource, and decisions that are made once. */
export function governingChecks(facts: Facts): Check[] {
  return [...reportChecks(facts), stateCheck(facts), hookCheck(facts)];
}

/** A policy that the platform evaluates, and one that waits for results of others. */
export type Sort = 'active' | 'passive';

/** One of its own for resources of a type that nobody has: nobody else is judged by it. */
export function ownPolicy(facts: Facts, sort: Sort, members: object, kind = 'policies'): Promise<Exchange> {
  const create = facts.cast.maker(kind);
  const waiting = facts.cast.link(create, 'results').needs?.example;
  const examples = Object.entries(facts.run.contract.fixtures[create]?.request ?? {});
  const value = examples.find(([name]) => (name === waiting) === (sort === 'passive'))?.[1].value;
  const own = isObject(value) ? { ...value, environment: facts.environment(), ...members } : value;
  return askFor(facts, create, `create one of the ${kind}`, { value: own });
}

/** Follows the link of this name from what makes things of the kind. */
export function move(
  facts: Facts,
  id: string,
  role: 'enable' | 'grace' | 'remove',
  kind = 'policies',
): Promise<Exchange> {
  const { operation, body } = facts.cast.link(facts.cast.maker(kind), role);
  return askFor(facts, operation, `to ${String(at(body, 'status'))}`, { about: [id], value: body });
}

function reportChecks(facts: Facts): Check[] {
  const { cast } = facts;
  const test = cast.link(cast.maker('policies'), 'test').operation;
  const report = cast.poll(test);
  const evaluate = cast.beginner(report);
  const resourceType = facts.run.invent('word');
  const policy = memo(async () => {
    refuseWriting(!facts.run.settings.readOnly);
    const created = await ownPolicy(facts, 'active', { resourceType, selectors: [], severity: 'info' });
    needSuccess(created);
    const id = String(at(bodyOf(created), 'id'));
    const enabled = await move(facts, id, 'enable');
    // Which moves there are is not said; a policy on trial judges as well.
    return { id, enabled: succeeded(enabled) ? enabled : await move(facts, id, 'grace') };
  });
  const resource = (members: object) => ({
    id: `urn:dmb:dp:${facts.own}:judged:0`,
    environment: facts.environment(),
    resourceType,
    descriptor: 'name: judged\n',
    ...members,
  });
  const reportOf = async (operation: string, value: object, id?: string) => {
    const path = id === undefined ? {} : { [cast.place(operation, 'policies')]: id };
    const begun = await facts.run.tasks.start(operation, value, 'evaluation', { path });
    if (begun.kind !== 'task')
      throw new NotTestable(`${operation} was answered ${describeAnswer(begun.exchange)}`);
    const { exchange, body } = await facts.run.tasks.finish(begun);
    return { exchange, body, token: begun.task.token };
  };
  const check = (requirement: string, of: string, title: string, judge: (trial: Trial) => Promise<void>) =>
    facts.run.check(requirement, { of, title: `${of}: ${title}`, operation: of }, judge);

  return [
    check('P-50', report, 'a report is the one that was asked for', async (trial) => {
      const asked = resource({});
      // Where something judges there is something that could change.
      await policy().catch(() => undefined);
      const { exchange: first, body: ended, token } = await reportOf(evaluate, asked);
      // A report stays what it is when there are later ones.
      await reportOf(evaluate, resource({ environment: facts.run.invent('word') }));
      const exchange = await askFor(facts, report, 'the first report again', { about: [token] });
      const body = bodyOf(exchange);
      trial.saw(first, exchange);
      for (const [member, wanted] of [
        ['id', token],
        ['environment', asked.environment],
        ['evaluationScope', 'evaluation'],
      ] as const) {
        if (at(body, member) === wanted) continue;
        const expected = `${member} ${brief(wanted)}`;
        trial.violated(
          { symptom: `${member} of the report`, expected, actual: brief(at(body, member)) },
          exchange,
        );
        return;
      }
      const outcomes = [ended, body].map((one) => outcomesOf(one));
      if (outcomes[0] === outcomes[1]) return;
      const expected = `the results as they were: ${outcomes[0]}`;
      trial.violated({ symptom: 'results changed', expected, actual: String(outcomes[1]) }, exchange, first);
    }),
    check(
      'P-51',
      evaluate,
      'a policy in force judges the resources of its type and environment',
      async (trial) => {
        const { id, enabled } = await policy();
        needSuccess(enabled);
        const draft = await ownPolicy(facts, 'active', { resourceType, selectors: [], severity: 'info' });
        const own = await reportOf(evaluate, resource({}));
        const others = [
          await reportOf(evaluate, resource({ environment: facts.run.invent('word') })),
          await reportOf(evaluate, resource({ resourceType: facts.run.invent('word') })),
        ];
        trial.saw(own.exchange, ...others.map(({ exchange }) => exchange));
        if (!judgedBy(own.body).includes(id)) {
          const actual = brief(judgedBy(own.body));
          trial.violated({ symptom: 'not judged', expected: `a result of ${id}`, actual }, own.exchange);
        }
        tellJudges(trial, own, { id, resource: resource({}).id, draft });
        const far = others.find(({ body }) => judgedBy(body).includes(id));
        if (far === undefined) return;
        const expected = `no result of ${id}, which is for another type or environment`;
        trial.violated({ symptom: 'judged elsewhere', expected, actual: brief(far.body) }, far.exchange);
      },
    ),
    check('P-52', test, 'a test is told as one, and judges by one policy', async (trial) => {
      const { id } = await policy();
      const { exchange, body } = await reportOf(test, resource({}), id);
      trial.saw(exchange);
      const results = judgedBy(body);
      const isOwn = results.every((one) => one === id);
      if (at(body, 'evaluationScope') === 'test' && isOwn) return;
      const expected = `scope test, and results of ${id} alone`;
      const actual = `${brief(at(body, 'evaluationScope'))}, results of ${brief(results)}`;
      trial.violated({ symptom: 'no test', expected, actual }, exchange);
    }),
  ];
}

function judgedBy(report: unknown): unknown[] {
  return listOf(at(report, 'evaluationResults')).map((one) => at(one, 'governanceEntityId'));
}

/** Who judges is told as a policy, by what was asked about, and is no draft. */
function tellJudges(
  trial: Trial,
  { exchange, body }: { readonly exchange: Exchange; readonly body: unknown },
  { id, resource, draft }: { readonly id: string; readonly resource: string; readonly draft: Exchange },
): void {
  const results = listOf(at(body, 'evaluationResults'));
  const strange = results.find((one) => isStrange(one, [id, 'policy'], resource));
  if (strange !== undefined) {
    const expected = `a policy that judges ${resource}`;
    trial.violated({ symptom: 'judged as another', expected, actual: brief(strange) }, exchange);
  }
  const [early, status] = [at(bodyOf(draft), 'id'), at(bodyOf(draft), 'status')];
  if (status !== 'draft' || !judgedBy(body).includes(early)) return;
  const expected = `no result of ${brief(early)}, which is a draft`;
  trial.violated({ symptom: 'a draft judges', expected, actual: brief(body) }, exchange, draft);
}

/** The outcomes of a report by who gave them, in any order. */
function outcomesOf(report: unknown): string {
  const results = listOf(at(report, 'evaluationResults'));
  return results
    .map((one) => `${String(at(one, 'governanceEntityId'))} ${String(at(one, 'outcome'))}`)
    .sort()
    .join(', ');
}

/** Whether a result is told as one of another kind or about another resource. */
function isStrange(result: unknown, [id, type]: readonly [string, string], resource: string): boolean {
  const judged = at(result, 'resource', 'id');
  const isKind = at(result, 'governanceEntityId') !== id || at(result, 'governanceEntityType') === type;
  return !isKind || (judged !== undefined && judged !== resource);
}

/** Which moves there are is not said: a move that is taken has to have been made. */
function stateCheck(facts: Facts): Check {
  const create = facts.cast.maker('policies');
  const changing = facts.cast.link(create, 'grace').operation;
  const title = `${changing}: a move that is taken has been made`;
  return facts.run.check('P-53', { of: changing, title, operation: changing }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    const created = await ownPolicy(facts, 'active', { resourceType: facts.run.invent('word') });
    needSuccess(created);
    const id = String(at(bodyOf(created), 'id'));
    const moved = await move(facts, id, 'grace');
    if (!succeeded(moved)) throw new NotApplicable(`a draft cannot go on trial: ${describeAnswer(moved)}`);
    const changed = await askFor(facts, facts.cast.link(create, 'change').operation, 'change it afterwards', {
      about: [id],
      value: { severity: 'info' },
    });
    trial.saw(created, moved, changed);
    for (const exchange of [moved, changed]) {
      const status = at(bodyOf(exchange), 'status');
      if (status === 'grace' || !succeeded(exchange)) continue;
      trial.violated(
        { symptom: 'moved and not there', expected: 'status grace', actual: brief(status) },
        exchange,
      );
    }
  });
}

/** A hook that was decided stays decided, whatever comes later. */
function hookCheck(facts: Facts): Check {
  const decide = facts.cast.about('hooks');
  const title = `${decide}: a hook is decided once`;
  return facts.run.check('P-55', { of: decide, title, operation: decide }, async (trial) => {
    const first = await facts.good(decide);
    const id = facts.run.settings.ids?.['hooks'];
    if (!succeeded(first) || id === undefined)
      throw new NotApplicable('no hook that waits is known here; name one with --id hooks=...');
    const decided = at(bodyOf(first), 'status');
    const again = ['KO', 'OK'].map((status) =>
      askFor(facts, decide, `decide ${status} later`, { about: [id], value: { status } }),
    );
    trial.saw(first);
    for (const exchange of await Promise.all(again)) {
      trial.saw(exchange);
      if (statusOf(exchange) === 409) continue;
      const expected = `409: it is ${brief(decided)} already`;
      trial.violated(
        { symptom: 'decided twice', expected, actual: describeAnswer(exchange) },
        exchange,
        first,
      );
    }
    const sent = at(facts.goodBody(decide), 'status');
    if (decided === sent && at(bodyOf(first), 'hookId') === id) return;
    const expected = `hook ${id} with ${brief(sent)}`;
    trial.violated({ symptom: 'another decision', expected, actual: describeAnswer(first) }, first);
  });
}
