import { holds } from '../../laws/desired-state.ts';
import { type Check, memo, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { lifeOf } from './lives.ts';
import { listedOf } from './pages.ts';
import { needSuccess } from './rules.ts';
import { isOther, TICK } from './sense.ts';

/** Deployments of an adapter: stored for its environment, replaced, removed, and returned with the adapter. */
export function deployingChecks(facts: Facts): Check[] {
  const { cast } = facts;
  const deploy = cast.deployment;
  const lived = deployedLife(facts, deploy);
  const check = (of: string, title: string, judge: (trial: Trial, life: Life) => void): Check =>
    facts.run.check('P-56', { of, title: `${of}: ${title}`, operation: deploy }, async (trial) =>
      judge(trial, await lived()),
    );
  return [
    check(deploy, 'a deployment stays in its environment until it is removed', expectKept),
    check(cast.sibling(deploy, 'GET'), 'an existing deployment is replaced', expectReplaced),
    check(cast.adapters, 'adapters are listed with their deployments', (trial, life) =>
      expectListed(facts, trial, life),
    ),
    registeredCheck(facts),
  ];
}

/** Where a platform keeps an adapter that has registered itself is not specified: a missing one is a warning. */
function registeredCheck(facts: Facts): Check {
  const { cast, run } = facts;
  const [register, list] = [cast.register, cast.adapters];
  const title = `${register}: a registered adapter is listed`;
  return run.check('P-28', { of: register, title, operation: register }, async (trial) => {
    const good = facts.goodBody(register);
    // Another operation may create the adapter of the usual registration.
    const id = `urn:dmb:itm:${facts.own}-registered:${String(at(good, 'version'))}`;
    const value = { ...(isObject(good) ? good : {}), id };
    const registered = await askFor(facts, register, 'register an adapter', { value });
    needSuccess(registered);
    const query = { [searchIn(facts, list)]: id };
    const look = () => askFor(facts, list, 'look for a registered adapter', { query });
    const listed = await lookAgain(facts, look, (one) => adapterIn(facts, one, id) !== undefined);
    trial.saw(registered, listed);
    if (!succeeded(listed) || adapterIn(facts, listed, id) !== undefined) return;
    const actual = brief(bodyOf(listed));
    trial.warned({ symptom: 'registered but not listed', expected: id, actual }, listed, registered);
  });
}

/** The parameter that searches adapters by their ids, too. */
function searchIn({ cast }: Facts, list: string): string {
  return cast.parameter(list, ({ selects }) => selects?.items?.includes('/id') ?? false);
}

type Life = Awaited<ReturnType<ReturnType<typeof deployedLife>>>;

/** An adapter of the run, deployed in two environments; one deployment stays, and both are removed at the end. */
function deployedLife(facts: Facts, deploy: string) {
  const { cast } = facts;
  const { create, read, remove } = lifeOf(facts, 'tech-adapters');
  const list = cast.adapters;
  const [get, drop] = [cast.sibling(deploy, 'GET'), cast.sibling(deploy, 'DELETE')];
  const id = `urn:dmb:itm:${facts.own}-deployed:0`;
  const [here, far] = [facts.environment(), facts.run.invent('word')];
  const deployment = (operation: string, label: string, environment: string, value?: unknown) =>
    askFor(facts, operation, label, { about: [id, environment], value });
  const search = searchIn(facts, list);
  const listed = (label: string, isTold: (adapter: unknown) => boolean) =>
    lookAgain(
      facts,
      () => askFor(facts, list, label, { query: { [search]: id } }),
      (exchange) => isTold(adapterIn(facts, exchange, id)),
    );
  return memo(async () => {
    const adapter = { id, version: '1.0.0', name: `${facts.own} deployed` };
    needSuccess(await askFor(facts, create, 'an adapter to deploy', { value: adapter }));
    const good = facts.goodBody(deploy);
    const second = { url: `${String(at(good, 'url'))}/second`, enabled: false };
    // Unknown settings belong to other software, which reads them there.
    const properties = { [facts.own]: { kept: ['as', 'it', 'is'] } };
    const sent = { ...(isObject(good) ? good : {}), enabled: false, properties };
    const steps = {
      put: await deployment(deploy, 'deploy it', here, sent),
      read: await deployment(get, 'read the deployment', here),
      other: await deployment(get, 'read it in another environment', far),
      shown: await askFor(facts, read, 'the adapter with its deployment', { about: [id] }),
      listed: await listed('list it with its deployments', (one) => toldIn(one, here) !== undefined),
      // A platform may reject an unconfigured environment.
      beside: await deployment(deploy, 'deploy it in another environment', far, {
        ...sent,
        environment: here,
      }),
      reloaded: await askFor(facts, cast.reload(cast.deploy), 'reload the configuration').catch(
        () => undefined,
      ),
      // A second creation time differs from the first one.
      later: await facts.run.session.pause(TICK),
      again: await deployment(deploy, 'deploy it again', here, second),
      replaced: await deployment(get, 'read the replaced one', here),
      removed: await deployment(drop, 'remove the deployment', here),
      gone: await deployment(get, 'read the removed one', here),
      twice: await deployment(drop, 'remove it again', here),
      stays: await deployment(get, 'read the other deployment', far),
      left: await askFor(facts, read, 'the adapter without its deployment', { about: [id] }),
      ended: await askFor(facts, remove, 'clean up', { about: [id] }),
      unlisted: await listed('look for the removed one', (one) => one === undefined),
    };
    return { ...steps, id, here, far, sent, second };
  });
}

/** Whether the result is correct, what was expected in words, and the answer that shows it. */
type Wanted = readonly (readonly [isRight: boolean, wanted: string, exchange: Exchange])[];

function tellFirst(trial: Trial, wanted: Wanted): void {
  trial.saw(...wanted.map(([, , exchange]) => exchange));
  const first = wanted.find(([isRight]) => !isRight);
  if (first === undefined) return;
  const [, expected, exchange] = first;
  trial.wrongAnswer('deployment', expected, exchange);
}

/** An adapter's deployment in an environment; undefined when it has none there. */
function toldIn(adapter: unknown, here: string): unknown {
  return environmentsOf(adapter).find((one) => at(one, 'environment') === here);
}

function environmentsOf(adapter: unknown): readonly unknown[] {
  return listOf(at(adapter, 'deployments', 'environments'));
}

function expectKept(trial: Trial, life: Life): void {
  const { put, read, other, shown, beside, removed, gone, twice, stays, left, sent, here, far } = life;
  const told = toldIn(bodyOf(shown), here);
  const farTold = toldIn(bodyOf(left), far);
  const whereOf = (exchange: Exchange, where: string) => at(bodyOf(exchange), 'environment') ?? where;
  tellFirst(trial, [
    [holds(bodyOf(put), sent), `the value sent: ${brief(sent)}`, put],
    [holds(bodyOf(read), sent), `the stored value: ${brief(sent)}`, read],
    [statusOf(other) === 404, '404 in another environment', other],
    [told !== undefined, `${here} in its environments`, shown],
    [environmentsOf(bodyOf(shown)).length <= 1, `no deployment but that in ${here}`, shown],
    [at(told, 'enabled') !== true, `not enabled in ${here}`, shown],
    [!succeeded(beside) || succeeded(stays), `the deployment in ${far}, unchanged`, stays],
    [whereOf(beside, far) === far || !succeeded(beside), `environment ${far}, as in the path`, beside],
    [succeeded(removed) && statusOf(gone) === 404, '404 after its removal', gone],
    [!succeeded(twice), '404: it is already removed', twice],
    [succeeded(left), 'the adapter, unchanged', left],
    [toldIn(bodyOf(left), here) === undefined, `no deployment in ${here}`, left],
    [!succeeded(beside) || farTold !== undefined, `${far} in its environments`, left],
    [at(farTold, 'enabled') !== true, `not enabled in ${far}`, left],
  ]);
}

/** A replacement is not a merge: members that the second request omits are gone. */
function expectReplaced(trial: Trial, { put, again, replaced, second, sent }: Life): void {
  if (!succeeded(put)) return;
  const [own = ''] = Object.keys(sent.properties);
  tellFirst(trial, [
    [succeeded(again), 'success: an existing deployment is replaced', again],
    [holds(bodyOf(replaced), second), `the last stored value: ${brief(second)}`, replaced],
    [
      at(bodyOf(replaced), 'properties', own) === undefined,
      'no settings of the previous deployment',
      replaced,
    ],
    [isBornAlike(put, replaced), `createdAt ${brief(at(bodyOf(put), 'createdAt'))}, as before`, replaced],
  ]);
}

/** The creation time of a deployment never changes; it may be absent. */
function isBornAlike(first: Exchange, later: Exchange): boolean {
  const [before, now] = [first, later].map((one) => at(bodyOf(one), 'createdAt'));
  return before === undefined || now === undefined || !isOther(before, now);
}

function adapterIn(facts: Facts, list: Exchange, id: string): unknown {
  return listedOf(facts, list).find((one) => at(one, 'id') === id);
}

function expectListed(facts: Facts, trial: Trial, { id, here, put, listed, ended, unlisted }: Life): void {
  const adapter = adapterIn(facts, listed, id);
  const isTold = toldIn(adapter, here) !== undefined;
  tellFirst(trial, [
    [!succeeded(put) || !succeeded(listed) || isTold, `${id} with ${here} in its environments`, listed],
    [at(toldIn(adapter, here), 'enabled') !== true, `not enabled in ${here}`, listed],
    [!succeeded(ended) || adapterIn(facts, unlisted, id) === undefined, `a list without ${id}`, unlisted],
  ]);
}
