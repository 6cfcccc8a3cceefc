import { memo, NotTestable } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, listOf } from '../../suite/json.ts';
import { memoByKey } from '../../suite/work.ts';
import { writeYaml } from '../../suite/yaml.ts';
import { lookAgain } from './again.ts';
import type { Facts } from './facts.ts';
import { move, ownPolicy } from './governing.ts';
import { needSuccess } from './rules.ts';

/** A finished report. */
export interface Ended {
  readonly exchange: Exchange;
  readonly body: unknown;
  readonly token: string;
}

/** Members of the descriptor of the evaluated resource. */
export const JUDGED = { name: 'judged', team: 'own' } as const;

export type Judging = ReturnType<typeof createJudging>;

/** A policy of the run for an unused type, and the requested reports. */
export function createJudging(facts: Facts) {
  const { cast } = facts;
  const report = cast.poll(cast.link(cast.maker('policies'), 'test').operation);
  const evaluate = cast.evaluate;
  const resourceType = facts.run.invent('word');
  /** Only the given members, for resources of this type. */
  const members = { resourceType, selectors: [] };
  const create = async (kind: string): Promise<Exchange> => {
    const created = await ownPolicy(facts, 'active', { ...members, ...severityOf(kind) }, kind);
    needSuccess(created);
    return created;
  };
  const draft = memoByKey(create);
  const policy = memo(async () => {
    const id = String(at(bodyOf(await create('policies')), 'id'));
    const enabled = await move(facts, id, 'enable');
    // The allowed transitions are not specified; a policy in grace evaluates as well.
    return { id, enabled: succeeded(enabled) ? enabled : await move(facts, id, 'grace') };
  });
  const resource = (more: object = {}) => ({
    id: `urn:dmb:dp:${facts.own}:judged:0`,
    environment: facts.environment(),
    resourceType,
    descriptor: writeYaml({ name: JUDGED.name, owner: { team: JUDGED.team } }),
    ...more,
  });
  /** Evaluates the resource, or tests it with one policy or metric. */
  const begin = (operation: string, value: object, [kind, id]: readonly string[] = []) => {
    const path = kind === undefined ? {} : { [cast.place(operation, kind)]: id };
    return facts.run.tasks.start(operation, value, 'evaluation', { path });
  };
  const endOf = async (begun: Awaited<ReturnType<typeof begin>>): Promise<Ended> => {
    if (begun.kind !== 'task') {
      const { operation } = begun.exchange;
      throw new NotTestable(`${operation} returned ${describeAnswer(begun.exchange)}`);
    }
    const { exchange, body } = await facts.run.tasks.finish(begun);
    return { exchange, body, token: begun.task.token };
  };
  const evaluated = async (more?: object) => endOf(await begin(evaluate, resource(more)));
  /** Retries if the report is unexpected: the platform may apply a change a moment later. */
  const evaluatedAgain = (isOdd: (ended: Ended) => boolean): Promise<Ended> =>
    lookAgain(
      facts,
      () => evaluated(),
      (ended) => !isOdd(ended),
    );
  return { report, evaluate, members, draft, policy, resource, begin, endOf, evaluated, evaluatedAgain };
}

/** Only a policy has a severity; `info` blocks nothing. */
export function severityOf(kind: string): { readonly severity?: 'info' } {
  return kind === 'policies' ? { severity: 'info' } : {};
}

/** The actual results of a report; it may also list what was not evaluated. */
function resultsOf(report: unknown): unknown[] {
  return listOf(at(report, 'evaluationResults')).filter((one) => at(one, 'outcome') !== 'not_executed');
}

export function judgedBy(report: unknown): unknown[] {
  return resultsOf(report).map((one) => at(one, 'governanceEntityId'));
}
