import { type Check, NotApplicable } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, isObject } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { movesBy, saysNothing } from './knowledge.ts';
import { needSuccess } from './rules.ts';

/** Policies in their states, and final decisions. */
export function governingChecks(facts: Facts): Check[] {
  return [stateCheck(facts), hookCheck(facts)];
}

/** An active policy, which the platform evaluates, or a passive one, which waits for external results. */
export type Sort = 'active' | 'passive';

/** A policy of the run, with other members than the example. */
export function ownPolicy(facts: Facts, sort: Sort, members: object, kind = 'policies'): Promise<Exchange> {
  const create = facts.cast.maker(kind);
  const waiting = facts.cast.link(create, 'results').needs?.example;
  const names = Object.keys(facts.run.contract.fixtures[create]?.request ?? {});
  const example = names.find((name) => (name === waiting) === (sort === 'passive')) ?? '';
  const value = facts.ownExample(create, example);
  const own = isObject(value) ? { ...value, environment: facts.environment(), ...members } : value;
  return askFor(facts, create, `create one of the ${kind}`, { value: own });
}

/** Follows the link of this name from the operation that creates things of the kind. */
export function move(
  facts: Facts,
  id: string,
  role: 'enable' | 'grace' | 'remove',
  kind = 'policies',
): Promise<Exchange> {
  const { operation, body } = facts.cast.link(facts.cast.maker(kind), role);
  return askFor(facts, operation, `to ${String(at(body, 'status'))}`, { about: [id], value: body });
}

/** The allowed transitions are not specified: an accepted transition must have an effect. */
function stateCheck(facts: Facts): Check {
  const create = facts.cast.maker('policies');
  const changing = facts.cast.link(create, 'grace').operation;
  const title = `${changing}: an accepted status change is stored`;
  return facts.run.check('P-53', { of: changing, title, operation: changing }, async (trial) => {
    const created = await ownPolicy(facts, 'active', { resourceType: facts.run.invent('word') });
    needSuccess(created);
    const id = String(at(bodyOf(created), 'id'));
    const moved = await move(facts, id, 'grace');
    await askFor(facts, facts.cast.reload(create), 'reload the schedules').catch(() => undefined);
    if (!succeeded(moved)) throw new NotApplicable(`a draft cannot move to grace: ${describeAnswer(moved)}`);
    const changed = await askFor(facts, facts.cast.link(create, 'change').operation, 'change it afterwards', {
      about: [id],
      value: { severity: 'info' },
    });
    trial.saw(created, moved, changed);
    const [first, begun] = [movesBy(changing).initial, at(bodyOf(created), 'status')];
    if (first !== undefined && begun !== undefined && begun !== first) {
      trial.wrongValue('another initial status', `status ${first}`, begun, created);
    }
    for (const exchange of [moved, changed]) {
      const status = at(bodyOf(exchange), 'status');
      const operation = operationOf(facts.run.contract, exchange.operation);
      if (status === 'grace' || !succeeded(exchange) || saysNothing(operation, exchange)) continue;
      trial.wrongValue('status change not stored', 'status grace', status, exchange);
    }
  });
}

/** A decision on a hook is final. */
function hookCheck(facts: Facts): Check {
  const decide = facts.cast.decide;
  const title = `${decide}: a decision on a hook is final`;
  return facts.run.check('P-55', { of: decide, title, operation: decide }, async (trial) => {
    const first = await facts.good(decide);
    const id = facts.run.settings.ids?.['hooks'];
    if (!succeeded(first) || id === undefined)
      throw new NotApplicable('no waiting hook is known; name one with --id hooks=...');
    const decided = at(bodyOf(first), 'status');
    const again = ['KO', 'OK'].map((status) =>
      askFor(facts, decide, `decide ${status} later`, { about: [id], value: { status } }),
    );
    trial.saw(first);
    for (const exchange of await Promise.all(again)) {
      trial.saw(exchange);
      if (statusOf(exchange) === 409) continue;
      trial.wrongAnswer('decided twice', `409: it is already ${brief(decided)}`, exchange, first);
    }
    const sent = at(facts.goodBody(decide), 'status');
    if (decided === sent && at(bodyOf(first), 'hookId') === id) return;
    trial.wrongAnswer('another decision', `hook ${id} with ${brief(sent)}`, first);
  });
}
