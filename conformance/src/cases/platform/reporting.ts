import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { companyCheck } from './judges.ts';
import { createJudging, type Ended, type Judging, judgedBy } from './judging.ts';
import { needSuccess } from './rules.ts';

/** Reports of policies and metrics on a resource, and which of them evaluate it. */
export function reportChecks(facts: Facts): Check[] {
  const judging = createJudging(facts);
  return [
    ownReportCheck(facts, judging),
    inForceCheck(facts, judging),
    companyCheck(facts, judging),
    ...['policies', 'metrics'].map((kind) => testCheck(facts, judging, kind)),
  ];
}

function reportCheck(
  { run }: Facts,
  [requirement, of, title]: readonly [requirement: string, of: string, title: string],
  judge: (trial: Trial) => Promise<void>,
): Check {
  return run.check(requirement, { of, title: `${of}: ${title}`, operation: of }, judge);
}

function ownReportCheck(facts: Facts, { report, policy, resource, evaluated }: Judging): Check {
  const what = ['P-50', report, 'a report is the one that was requested'] as const;
  return reportCheck(facts, what, async (trial) => {
    // With a policy in place a report could change.
    await policy().catch(() => undefined);
    const { exchange: first, body: ended, token } = await evaluated();
    // Later reports do not change a report.
    await evaluated({ environment: facts.run.invent('word') });
    const exchange = await askFor(facts, report, 'the first report again', { about: [token] });
    const body = bodyOf(exchange);
    trial.saw(first, exchange);
    for (const [member, wanted] of [
      ['id', token],
      ['environment', resource().environment],
      ['evaluationScope', 'evaluation'],
    ] as const) {
      if (at(body, member) === wanted) continue;
      trial.wrongValue(`${member} of the report`, `${member} ${brief(wanted)}`, at(body, member), exchange);
      return;
    }
    const outcomes = [ended, body].map((one) => outcomesOf(one));
    if (outcomes[0] === outcomes[1]) return;
    const expected = `the same results: ${outcomes[0]}`;
    trial.violated({ symptom: 'results changed', expected, actual: String(outcomes[1]) }, exchange, first);
  });
}

/** The outcomes of a report by policy or metric, in any order. */
function outcomesOf(report: unknown): string {
  const results = listOf(at(report, 'evaluationResults'));
  return results
    .map((one) => `${String(at(one, 'governanceEntityId'))} ${String(at(one, 'outcome'))}`)
    .sort()
    .join(', ');
}

function inForceCheck(facts: Facts, judging: Judging): Check {
  const { evaluate, draft, policy, evaluated, evaluatedAgain } = judging;
  const title = 'an enabled policy evaluates the resources of its type and environment';
  return reportCheck(facts, ['P-51', evaluate, title], async (trial) => {
    const { id, enabled } = await policy();
    needSuccess(enabled);
    const early = await draft('policies');
    const own = await evaluatedAgain(({ body }) => !judgedBy(body).includes(id));
    const others = [
      await evaluated({ environment: facts.run.invent('word') }),
      await evaluated({ resourceType: facts.run.invent('word') }),
    ];
    trial.saw(own.exchange, ...others.map(({ exchange }) => exchange));
    if (!judgedBy(own.body).includes(id)) {
      trial.wrongValue('not evaluated', `a result of ${id}`, judgedBy(own.body), own.exchange);
    }
    tellDraft(trial, own, early);
    const far = others.find(({ body }) => judgedBy(body).includes(id));
    if (far === undefined) return;
    trial.wrongValue(
      'evaluated for another type or environment',
      `no result of ${id}, which has another type or environment`,
      far.body,
      far.exchange,
    );
  });
}

function tellDraft(trial: Trial, { exchange, body }: Ended, draft: Exchange): void {
  const [early, status] = [at(bodyOf(draft), 'id'), at(bodyOf(draft), 'status')];
  if (status !== 'draft' || !judgedBy(body).includes(early)) return;
  trial.wrongValue(
    'a draft is evaluated',
    `no result of ${brief(early)}, which is a draft`,
    body,
    exchange,
    draft,
  );
}

/** A test evaluates a draft, whatever other policies are enabled. */
function testCheck(facts: Facts, { draft, policy, resource, begin, endOf }: Judging, kind: string): Check {
  const { cast } = facts;
  const test = cast.link(cast.maker(kind), 'test').operation;
  const title = 'a test is reported as a test, and evaluates one policy or metric';
  return reportCheck(facts, ['P-52', test, title], async (trial) => {
    await policy().catch(() => undefined);
    const id = String(at(bodyOf(await draft(kind)), 'id'));
    const begun = await begin(test, resource(), [kind, id]);
    if ([409, 422].includes(statusOf(begun.exchange))) {
      trial.wrongAnswer('not tested', '202, whatever its status', begun.exchange);
      return;
    }
    const { exchange, body } = await endOf(begun);
    trial.saw(exchange);
    const results = listOf(at(body, 'evaluationResults')).map((one) => at(one, 'governanceEntityId'));
    const isOwn = results.length > 0 && results.every((one) => one === id);
    if (at(body, 'evaluationScope') === 'test' && isOwn) return;
    const expected = `scope test, and results of ${id} only`;
    const actual = `${brief(at(body, 'evaluationScope'))}, results of ${brief(results)}`;
    trial.violated({ symptom: 'not reported as a test', expected, actual }, exchange);
  });
}
