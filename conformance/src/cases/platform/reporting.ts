import { type Check, memo, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import { type Facts, refuseWriting } from './facts.ts';
import { move, ownPolicy } from './governing.ts';
import { needSuccess } from './rules.ts';

/** What policies say of a resource, and who is asked. */
export function reportChecks(facts: Facts): Check[] {
  const judging = createJudging(facts);
  return [ownReportCheck(facts, judging), inForceCheck(facts, judging), testCheck(facts, judging)];
}

/** A report that has come to its end. */
interface Ended {
  readonly exchange: Exchange;
  readonly body: unknown;
  readonly token: string;
}

type Judging = ReturnType<typeof createJudging>;

/** A policy of the run for a type that nobody has, and the reports that are asked for. */
function createJudging(facts: Facts) {
  const { cast } = facts;
  const test = cast.link(cast.maker('policies'), 'test').operation;
  const report = cast.poll(test);
  const evaluate = cast.beginner(report);
  const resourceType = facts.run.invent('word');
  const draft = () => ownPolicy(facts, 'active', { resourceType, selectors: [], severity: 'info' });
  const policy = memo(async () => {
    refuseWriting(!facts.run.settings.readOnly);
    const created = await draft();
    needSuccess(created);
    const id = String(at(bodyOf(created), 'id'));
    const enabled = await move(facts, id, 'enable');
    // Which moves there are is not said; a policy on trial judges as well.
    return { id, enabled: succeeded(enabled) ? enabled : await move(facts, id, 'grace') };
  });
  const resource = (members: object = {}) => ({
    id: `urn:dmb:dp:${facts.own}:judged:0`,
    environment: facts.environment(),
    resourceType,
    descriptor: 'name: judged\n',
    ...members,
  });
  const reportOf = async (operation: string, value: object, id?: string): Promise<Ended> => {
    const path = id === undefined ? {} : { [cast.place(operation, 'policies')]: id };
    const begun = await facts.run.tasks.start(operation, value, 'evaluation', { path });
    if (begun.kind !== 'task')
      throw new NotTestable(`${operation} was answered ${describeAnswer(begun.exchange)}`);
    const { exchange, body } = await facts.run.tasks.finish(begun);
    return { exchange, body, token: begun.task.token };
  };
  return { test, report, evaluate, draft, policy, resource, reportOf };
}

function judgingCheck(
  { run }: Facts,
  [requirement, of, title]: readonly [requirement: string, of: string, title: string],
  judge: (trial: Trial) => Promise<void>,
): Check {
  return run.check(requirement, { of, title: `${of}: ${title}`, operation: of }, judge);
}

function ownReportCheck(facts: Facts, { report, evaluate, policy, resource, reportOf }: Judging): Check {
  const what = ['P-50', report, 'a report is the one that was asked for'] as const;
  return judgingCheck(facts, what, async (trial) => {
    const asked = resource();
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
  });
}

function inForceCheck(facts: Facts, { evaluate, draft, policy, resource, reportOf }: Judging): Check {
  const what = [
    'P-51',
    evaluate,
    'a policy in force judges the resources of its type and environment',
  ] as const;
  return judgingCheck(facts, what, async (trial) => {
    const { id, enabled } = await policy();
    needSuccess(enabled);
    const early = await draft();
    const own = await reportOf(evaluate, resource());
    const others = [
      await reportOf(evaluate, resource({ environment: facts.run.invent('word') })),
      await reportOf(evaluate, resource({ resourceType: facts.run.invent('word') })),
    ];
    trial.saw(own.exchange, ...others.map(({ exchange }) => exchange));
    if (!judgedBy(own.body).includes(id)) {
      const actual = brief(judgedBy(own.body));
      trial.violated({ symptom: 'not judged', expected: `a result of ${id}`, actual }, own.exchange);
    }
    tellJudges(trial, own, { id, resource: resource().id, draft: early });
    const far = others.find(({ body }) => judgedBy(body).includes(id));
    if (far === undefined) return;
    const expected = `no result of ${id}, which is for another type or environment`;
    trial.violated({ symptom: 'judged elsewhere', expected, actual: brief(far.body) }, far.exchange);
  });
}

function testCheck(facts: Facts, { test, policy, resource, reportOf }: Judging): Check {
  const what = ['P-52', test, 'a test is told as one, and judges by one policy'] as const;
  return judgingCheck(facts, what, async (trial) => {
    const { id } = await policy();
    const { exchange, body } = await reportOf(test, resource(), id);
    trial.saw(exchange);
    const results = judgedBy(body);
    const isOwn = results.every((one) => one === id);
    if (at(body, 'evaluationScope') === 'test' && isOwn) return;
    const expected = `scope test, and results of ${id} alone`;
    const actual = `${brief(at(body, 'evaluationScope'))}, results of ${brief(results)}`;
    trial.violated({ symptom: 'no test', expected, actual }, exchange);
  });
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
