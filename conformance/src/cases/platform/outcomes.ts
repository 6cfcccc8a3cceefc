import { type Check, memo, NotTestable, type Statement } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, succeeded } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { move, ownPolicy } from './governing.ts';
import { createJudging, JUDGED, type Judging, judgedBy } from './judging.ts';
import { entryOf } from './pushing.ts';
import { needSuccess } from './rules.ts';

/** A policy with a verdict that is known before. */
interface Sure {
  readonly id: string;
  readonly satisfied: boolean;
  readonly severity: string;
  readonly status: unknown;
}

/** The outcomes of policies with known verdicts, and their results in the evaluation status of the resource. */
export function outcomeChecks(facts: Facts): Check[] {
  const { cast, run } = facts;
  const judging = createJudging(facts);
  const { evaluate, resource, evaluatedAgain } = judging;
  const evaluated = memo(async () => {
    const { id: resourceExternalId, environment, resourceType } = resource();
    const value = { primaryResources: [{ identifier: { resourceExternalId, environment }, resourceType }] };
    const registered = await askFor(facts, cast.maker('resources'), 'register what is evaluated', { value });
    const sure = await surePolicy(facts, judging, true, 'error');
    const { body } = operationOf(run.contract, cast.maker('policies'));
    const { severity: effect } = run.session.schemas.members(body?.schema ?? '').properties;
    for (const severity of listOf(effect?.['enum']).map(String))
      sure.push(...(await surePolicy(facts, judging, false, severity)));
    const report = await evaluatedAgain(({ body }) => sure.some(({ id }) => !judgedBy(body).includes(id)));
    return { registered, report, sure };
  });
  const title = `${evaluate}: an outcome follows from the verdict and the severity of the policy`;
  const scope = { of: `${evaluate}.outcomes`, title, operation: evaluate };
  const outcome = run.check('P-50', scope, async (trial) => {
    const { report, sure } = await evaluated();
    trial.saw(report.exchange);
    for (const one of sure) {
      const result = listOf(at(report.body, 'evaluationResults')).find(
        (entry) => at(entry, 'governanceEntityId') === one.id,
      );
      const fault = faultOf(one, result);
      if (fault !== undefined) trial.violated(fault, report.exchange);
    }
  });
  const from = cast.fromReport;
  const told = {
    of: from,
    title: `${from}: the results of the report become the latest ones`,
    operation: from,
  };
  const stored = run.check('P-27', told, async (trial) => {
    const { registered, report, sure } = await evaluated();
    const [judge] = sure.filter(({ id }) => judgedBy(report.body).includes(id));
    if (!succeeded(registered) || judge === undefined)
      throw new NotTestable('no registered resource was evaluated');
    const begun = await askFor(facts, from, 'store the results of the report', { about: [report.token] });
    if (!succeeded(begun)) throw new NotTestable(`${from} returned ${describeAnswer(begun)}`);
    const isKnown = (one: typeof begun) =>
      at(entryOf(one, judge.id, resource().id), 'lastResult') !== undefined;
    const value = { filters: { governanceEntityIds: [judge.id] } };
    const look = () => askFor(facts, cast.results, 'look for the results of the report', { value });
    const found = await lookAgain(facts, look, isKnown);
    trial.saw(begun, found);
    if (succeeded(found) && !isKnown(found))
      trial.wrongAnswer('results of the report are lost', `a result of ${judge.id}`, found, begun);
  });
  return [outcome, stored];
}

/** An enabled policy with a script that the resource satisfies, or does not. Empty if it cannot be enabled. */
async function surePolicy(
  facts: Facts,
  { members }: Judging,
  satisfied: boolean,
  severity: string,
): Promise<Sure[]> {
  const cueScript = `name: "${satisfied ? JUDGED.name : facts.run.invent('word')}"`;
  const made = await ownPolicy(facts, 'active', { ...members, cueScript, severity });
  const id = String(at(bodyOf(made), 'id'));
  needSuccess(made);
  const moved = await move(facts, id, 'enable');
  return succeeded(moved) ? [{ id, satisfied, severity, status: at(bodyOf(moved), 'status') }] : [];
}

/** Lets as many policies fail. */
export async function failPolicies(facts: Facts, count: number): Promise<void> {
  const judging = createJudging(facts);
  for (let made = 0; made < count; made += 1) await surePolicy(facts, judging, false, 'error');
  await judging.evaluated();
}

/** Outcomes that say what happens because of a failure. */
const EFFECTS = ['error', 'warning', 'info', 'not_blocking_error'];

/** A result that contradicts its policy; undefined without a contradiction, or if the policy was not evaluated. */
function faultOf({ satisfied, severity, status, id }: Sure, result: unknown): Statement | undefined {
  const [outcome, content] = [String(at(result, 'outcome')), at(result, 'result')];
  if (at(content, 'isError') === true || ![...EFFECTS, 'ok'].includes(outcome)) return undefined;
  const verdict = at(content, 'satisfiesPolicy') ?? satisfied;
  const told = (symptom: string, expected: string) => ({ symptom, expected, actual: brief(result) });
  if (verdict !== satisfied) return told('wrong verdict', `satisfiesPolicy ${satisfied} for ${id}`);
  const isHarmless = satisfied ? !EFFECTS.includes(outcome) : outcome === severity;
  // A failure that must not block has another outcome while the policy is in grace.
  const isInGrace = !satisfied && status === 'grace' && outcome !== 'ok';
  if (isHarmless || isInGrace) return undefined;
  return told(
    'wrong outcome',
    satisfied ? `ok for ${id}, which is satisfied` : `${severity} for ${id}, which failed`,
  );
}
