import { type Check, memo, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { move, ownPolicy } from './governing.ts';
import { type Ended, JUDGED, type Judging, judgedBy, severityOf } from './judging.ts';
import { lifeOf } from './lives.ts';

/** A policy or metric that evaluates a resource of the run, or must not evaluate it. */
interface Judge {
  readonly what: string;
  readonly type: 'policy' | 'metric';
  readonly isAsked: boolean;
  readonly id: string;
  /** The answer to the last transition, which states the current state. */
  readonly moved: Exchange;
}

/** Policies and metrics together: each enabled one evaluates the resource once, according to its type. */
export function companyCheck(facts: Facts, judging: Judging): Check {
  const { evaluate, policy, resource, evaluatedAgain } = judging;
  const gather = memo(async () => {
    const { id, enabled } = await policy();
    const first = { what: 'enabled', type: 'policy', isAsked: true, id, moved: enabled } as const;
    const others: (Judge | undefined)[] = [];
    for (const one of company(facts, judging)) others.push(await one());
    return [first, ...others].flatMap((one) => (one !== undefined && succeeded(one.moved) ? [one] : []));
  });
  const title = `${evaluate}: only enabled policies and metrics are evaluated`;
  const scope = { of: `${evaluate}.company`, title, operation: evaluate };
  return facts.run.check('P-51', scope, async (trial) => {
    const judges = await gather();
    const isOdd = (report: Ended) => judges.some((judge) => faultOf(report, judge) !== undefined);
    const ended = await evaluatedAgain(isOdd);
    trial.saw(ended.exchange);
    for (const judge of judges) {
      const fault = faultOf(ended, judge);
      if (fault !== undefined) trial.violated(fault, ended.exchange, judge.moved);
    }
    const { id, environment, resourceType } = resource();
    tellAbout(trial, ended, { id, environment, resourceType });
  });
}

/** The others, each created when a check needs it. */
function company(facts: Facts, { members }: Judging): (() => Promise<Judge | undefined>)[] {
  const make =
    (
      [what, type, isAsked]: readonly [string, Judge['type'], boolean],
      role: 'enable' | 'grace' | 'remove',
      {
        sort = 'active',
        after,
        ...more
      }: {
        readonly sort?: 'active' | 'passive';
        readonly selectors?: object;
        /** Request after its transition. */
        readonly after?: (id: string) => Promise<Exchange>;
      } = {},
    ) =>
    async () => {
      const kind = type === 'policy' ? 'policies' : 'metrics';
      const created = await ownPolicy(facts, sort, { ...members, ...severityOf(kind), ...more }, kind);
      if (!succeeded(created)) return undefined;
      const id = String(at(bodyOf(created), 'id'));
      const moved = await move(facts, id, role, kind);
      return { what, type, isAsked, id, moved: after === undefined ? moved : await after(id) };
    };
  const { create: maker, change } = lifeOf(facts, 'policies');
  // The allowed transitions are not specified; an accepted one counts.
  const pause = (id: string) =>
    askFor(facts, facts.cast.link(maker, 'enable').operation, 'disable it', {
      about: [id],
      value: { status: 'disabled' },
    });
  const retype = (id: string) =>
    askFor(facts, change, 'give it another type', {
      about: [id],
      value: { resourceType: facts.run.invent('word') },
    });
  const word = facts.run.invent('word');
  const { name, team } = JUDGED;
  const fit = [
    { path: 'name', values: [word, name] },
    { path: 'owner.team', values: [team] },
  ];
  // Only one of the two selectors matches, which is not enough.
  const unfit = [
    { path: 'name', values: [name] },
    { path: 'owner.team', values: [word] },
  ];
  return [
    make(['enabled', 'metric', true], 'enable'),
    make(['in grace', 'metric', true], 'grace'),
    make(['waiting for results', 'metric', false], 'enable', { sort: 'passive' }),
    make(['for resources like it', 'policy', true], 'enable', { selectors: fit }),
    make(['in grace', 'policy', true], 'grace'),
    make(['waiting for results', 'policy', false], 'enable', { sort: 'passive' }),
    make(['deleted', 'policy', false], 'remove'),
    make(['for resources of another name', 'policy', false], 'enable', { selectors: unfit }),
    make(['disabled', 'policy', false], 'enable', { after: pause }),
    make(['moved to another type', 'policy', false], 'enable', { after: retype }),
  ];
}

/** The difference between a report and the state of a policy or metric; undefined without a difference. */
function faultOf({ body }: Ended, { what, type, isAsked, id, moved }: Judge) {
  const told = (symptom: string, expected: string, actual: unknown) => ({
    symptom,
    expected,
    actual: brief(actual),
  });
  const isJudging = judgedBy(body).includes(id);
  if (!isAsked && isJudging)
    return told(
      `evaluated by a policy that is ${what}`,
      `no result of ${id}, which is ${what}`,
      judgedBy(body),
    );
  if (!isAsked) return undefined;
  const own = listOf(at(body, 'evaluationResults')).filter((one) => at(one, 'governanceEntityId') === id);
  // The report must list a failed evaluation as failed.
  if (own.length !== 1) return told(`not evaluated by a ${type} that is ${what}`, `one result of ${id}`, own);
  const wanted = { governanceEntityType: type, governanceEntityStatus: at(bodyOf(moved), 'status') };
  for (const [member, value] of Object.entries(wanted)) {
    const shown = at(own[0], member);
    if (shown === undefined || value === undefined || shown === value) continue;
    return told(`wrong ${member}`, `${member} ${brief(value)}`, shown);
  }
  return undefined;
}

/** The report describes the resource exactly as it was sent. */
function tellAbout(trial: Trial, { exchange, body }: Ended, sent: object): void {
  for (const one of listOf(at(body, 'evaluationResults')))
    for (const [member, value] of Object.entries(sent)) {
      const told = at(one, 'resource', member);
      if (told === undefined || told === value) continue;
      trial.wrongValue('reported as another', `${member} ${brief(value)}, as it was sent`, told, exchange);
      return;
    }
}
