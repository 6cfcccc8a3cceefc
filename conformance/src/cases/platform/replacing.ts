import { expectGone, expectHeld, expectReplaced } from '../../laws/desired-state.ts';
import { type Check, NotTestable } from '../../suite/check.ts';
import { bodyOf, describeAnswer, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, isObject } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { move } from './governing.ts';
import { lifeOf } from './lives.ts';
import { listedOf } from './pages.ts';
import { needSuccess } from './rules.ts';

/** Things stored a second time, things next to a removed thing, and tokens of other operations. */
export function replacingChecks(facts: Facts): Check[] {
  return [
    adapterCheck(facts),
    typeCheck(facts),
    ...['policies', 'metrics'].map((kind) => replacedCheck(facts, kind)),
    tokenCheck(facts),
  ];
}

function adapterCheck(facts: Facts): Check {
  const { create: store, read: look, remove } = lifeOf(facts, 'tech-adapters');
  const title = `${store}: an existing adapter is replaced, and keeps its deployments`;
  return facts.run.check('P-62', { of: store, title, operation: store }, async (trial) => {
    const id = `urn:dmb:itm:${facts.own}-replaced:0`;
    const second = { id, version: '1.1.0', name: `${facts.own} replaced`, description: 'the second' };
    const first = { ...second, version: '1.0.0', description: 'the first', labels: [facts.own] };
    // One more, whose name starts with the name of the other one.
    const beside = { ...second, id: `${id}1`, description: 'the other adapter' };
    const neighbor = await askFor(facts, store, 'another adapter', { value: beside });
    needSuccess(await askFor(facts, store, 'an adapter to replace', { value: first }));
    await askFor(facts, look, 'read it before the replacement', { about: [id] });
    const about = [id, facts.environment()];
    const put = facts.cast.deployment;
    const deployed = await askFor(facts, put, 'deploy it', { about, value: facts.goodBody(put) });
    // A read reports the deployment, and a write does not set it: a client that sends back what it read also sends
    // this.
    const environment = facts.run.invent('word');
    const deployments = { environments: [{ environment, enabled: true }] };
    const replaced = await askFor(facts, store, 'replace it', { value: { ...second, deployments } });
    const read = await askFor(facts, look, 'read the replaced one', { about: [id] });
    expectReplaced(trial, [replaced, read], first, second);
    const list = facts.cast.adapters;
    const search = facts.cast.parameter(list, ({ selects }) => selects?.items?.includes('/id') ?? false);
    const found = await askFor(facts, list, 'look for it', { query: { [search]: id } });
    trial.saw(found);
    const listed = listedOf(facts, found).filter((one) => at(one, 'id') === id);
    if (listed.length > 1) trial.wrongValue('listed twice', `one ${id}`, listed, found);
    for (const answer of [replaced, read])
      if (JSON.stringify(at(bodyOf(answer), 'deployments') ?? '').includes(environment)) {
        trial.wrongValue(
          'reported as deployed',
          `no deployment in ${environment}`,
          at(bodyOf(answer), 'deployments'),
          answer,
        );
      }
    const kept = await askFor(facts, facts.cast.sibling(put, 'GET'), 'its deployment', { about });
    trial.saw(kept);
    if (succeeded(deployed) && !succeeded(kept)) {
      trial.wrongAnswer('deployments lost', 'the deployment, unchanged', kept);
    }
    const removed = await askFor(facts, remove, 'clean up', { about: [id] });
    const left = await askFor(facts, facts.cast.sibling(put, 'GET'), 'what remains of it', { about });
    trial.saw(removed, left);
    if (succeeded(neighbor)) {
      const stays = await askFor(facts, look, 'read the other adapter', { about: [beside.id] });
      expectHeld(trial, stays, beside, 'the other adapter was removed or replaced');
    }
    if (!succeeded(removed)) return;
    const again = await askFor(facts, store, 'the same again', { value: first });
    await askFor(facts, remove, 'clean up', { about: [id] });
    expectHeld(trial, again, first, 'removed adapter not accepted again');
    if (!succeeded(left)) return;
    trial.wrongAnswer('deployments remain', '404: its deployments are removed with it', left, removed);
  });
}

function typeCheck(facts: Facts): Check {
  const { create: store, read: look } = lifeOf(facts, 'resource-types');
  const title = `${store}: an existing type is replaced`;
  return facts.run.check('P-62', { of: store, title, operation: store }, async (trial) => {
    const name = `${facts.own}-replaced`;
    const second = { name, displayName: 'The second' };
    const first = { name, displayName: 'The first', cuePreprocessScript: 'kind: "first"' };
    const about = [name];
    await askFor(facts, look, 'read it before it exists', { about });
    needSuccess(await askFor(facts, store, 'a type to replace', { value: first }));
    const before = await askFor(facts, look, 'read it before the replacement', { about });
    expectHeld(trial, before, first, 'stored but not found');
    const replaced = await askFor(facts, store, 'replace it', { value: second });
    const read = await askFor(facts, look, 'read the replaced one', { about });
    expectReplaced(trial, [replaced, read], first, second);
  });
}

/** Policies and metrics have no read operation: a change without members returns all of them. */
function replacedCheck(facts: Facts, kind: string): Check {
  const { create, change } = lifeOf(facts, kind);
  const replace = facts.cast.link(create, 'replace').operation;
  const title = `${replace}: a replacement is stored as it was sent, under the same id`;
  return facts.run.check('P-64', { of: replace, title, operation: replace }, async (trial) => {
    // An unused type, so that it evaluates no resources.
    const resourceType = facts.run.invent('word');
    const own = (body: unknown) => ({ ...(isObject(body) ? body : {}), resourceType });
    // Every morning; absent in the replacement.
    const cronExpression = '0 0 6 * * ?';
    const first = { ...own(facts.goodBody(create)), cronExpression };
    const created = await askFor(facts, create, 'one to replace', { value: first });
    needSuccess(created);
    const [id, groupId, version] = ['id', 'groupId', 'version'].map((name) => at(bodyOf(created), name));
    const value = {
      ...own(facts.goodBody(replace)),
      groupId,
      version,
      description: 'Replaced.',
      tags: [facts.own],
    };
    const about = [id];
    const updated = await askFor(facts, replace, 'replace it', { about, value });
    if (!succeeded(updated)) throw new NotTestable(`${replace} returned ${describeAnswer(updated)}`);
    expectHeld(trial, updated, { id, description: 'Replaced.' }, 'replaced with other values');
    const read = await askFor(facts, change, 'change nothing', { about, value: {} });
    if (succeeded(read)) expectReplaced(trial, [read], { cronExpression }, { id, ...value });
    else expectGone(trial, updated, { cronExpression }, value);
    // It is not specified which transitions are allowed, or whether everything in use can be replaced.
    const moved = await move(facts, String(id), 'grace', kind);
    if (!succeeded(moved)) return;
    const again = await askFor(facts, replace, 'replace it under its id', { about, value });
    const status = at(bodyOf(moved), 'status');
    if (succeeded(again)) expectHeld(trial, again, { id, status }, 'replacement changed its status');
  });
}

/** Where a token may be used, each with the kinds of work that have other tokens. */
function strangersOf({ cast, operations }: Facts): (readonly [operation: string, kind: string])[] {
  const polls = cast.polls();
  const apiOf = (operation: string): string => operation.split('.', 1)[0] ?? '';
  // Where the work of several APIs is polled, that of further operations may be known as well.
  const isShared = (poll: string): boolean =>
    operations.some(
      ({ id, longRunning }) => longRunning?.poll.operation === poll && apiOf(id) !== apiOf(poll),
    );
  const isStranger = (poll: string, other: string): boolean =>
    other !== poll && (apiOf(other) === apiOf(poll) || !isShared(poll));
  return polls.flatMap((poll) =>
    polls.filter((other) => isStranger(poll, other)).map((other) => [poll, cast.kindOf(other)] as const),
  );
}

function tokenCheck(facts: Facts): Check {
  const title = 'A token is known at the status path of its kind, and at no other';
  return facts.run.check('P-65', { of: 'tokens', title }, async (trial) => {
    for (const [operation, kind] of strangersOf(facts)) {
      const token = await facts.known(kind);
      if (token === undefined) continue;
      const exchange = await askFor(facts, operation, 'token of another kind', { about: [token] });
      trial.saw(exchange);
      if (statusOf(exchange) >= 400) continue;
      trial.wrongAnswer('token of another kind', `a 4xx: the token is for ${kind}`, exchange);
    }
  });
}
