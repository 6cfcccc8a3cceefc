import { bodyOf, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, type JsonObject, listOf } from '../../suite/json.ts';
import { readYaml } from '../../suite/yaml.ts';
import { askFor, type Wish } from './ask.ts';
import type { Facts } from './facts.ts';
import { type Life, livesOf, type Setting, type Step, settingsOf } from './lives.ts';

/** How often a deployment unit is asked for whose plan still goes on. */
const ATTEMPTS = 5;
const PAUSE = 400;

/**
 * Takes away what the run has made and puts back what it has changed, as far as operations of the contract can. All is
 * read from the journal, so that a run that was told to stop leaves no more behind than one that came to its end.
 */
export async function undoRun(facts: Facts): Promise<void> {
  if (facts.run.settings.readOnly) return;
  await takeDown(facts);
  for (const life of livesOf(facts.operations)) await endMade(facts, life);
  for (const setting of settingsOf(facts.operations)) await putBack(facts, setting);
}

/** What stood there before is the caller's: a body of the caller may have stored it anew. */
async function endMade(facts: Facts, { create, name, remove }: Life): Promise<void> {
  if (remove === undefined) return;
  const { operation, place, body } = remove;
  const given = at(facts.run.settings.bodies?.[create], name);
  const made = new Set(succeededIn(facts, create).map((one) => at(bodyOf(one), name)));
  for (const id of made) {
    if (typeof id !== 'string' || id === given || isEnded(facts, remove, id)) continue;
    const ask = (value?: JsonObject) => quietly(facts, operation, { path: { [place]: id }, value });
    const answer = await ask(body);
    if (body === undefined || answer === undefined || succeeded(answer)) continue;
    for (const before of statesBefore(facts, operation, body)) await ask(before);
    await ask(body);
  }
}

/** Bodies that bring a thing to where the lifecycle lets it end: what is in force may have to be deprecated first. */
function statesBefore({ run }: Facts, operation: string, body: JsonObject): JsonObject[] {
  const moves = Object.values(run.contract.lifecycles).flatMap(({ initial, transitions }) =>
    transitions === 'unspecified' ? [] : transitions.filter(({ from }) => from !== initial),
  );
  return Object.entries(body).flatMap(([member, end]) =>
    moves
      .filter(({ to, by }) => to === end && by === operation.split('.').at(-1))
      .map(({ from }) => ({ ...body, [member]: from })),
  );
}

function isEnded(facts: Facts, { operation, body = {} }: Step, id: string): boolean {
  return succeededIn(facts, operation).some(
    ({ sent }) =>
      sent.path.split(/[/?]/).map(decodeURIComponent).includes(id) &&
      Object.entries(body).every(([member, value]) => at(sent.value, member) === value),
  );
}

/** A setting, such as the level of the log, as it was before the run. */
async function putBack(facts: Facts, { read, write, place, member }: Setting): Promise<void> {
  const [first] = succeededIn(facts, read);
  const before = first === undefined ? undefined : at(bodyOf(first), member);
  const now = succeededIn(facts, write).at(-1)?.sent.path.split('/').at(-1);
  if (typeof before !== 'string' || now === undefined || now === before) return;
  await quietly(facts, write, { path: { [place]: before } });
}

/** Units that the run has left deployed, or on the way to it. */
async function takeDown(facts: Facts): Promise<void> {
  const { building, ending } = facts.work;
  const last = new Map<string, { readonly isLeft: boolean; readonly wish: Wish }>();
  for (const exchange of facts.run.session.journal) {
    const isEnd = ending.includes(exchange.operation);
    if (!succeeded(exchange) || !(isEnd || building.includes(exchange.operation))) continue;
    const descriptor = at(exchange.sent.value, 'descriptor');
    const unit = readYaml(String(descriptor));
    const id = String(at(unit, 'id'));
    const isLeft = !isEnd && wantsDeployed(exchange);
    const targetStatus = listOf(at(unit, 'components')).map((one) => ({
      componentId: at(one, 'id'),
      targetStatus: 'NOT_DEPLOYED',
    }));
    const { cast } = facts;
    const path = { [cast.place(cast.start, 'deployment-units')]: id };
    const environment = environmentOf(facts, exchange) ?? at(unit, 'environment') ?? facts.environment();
    const query = { [cast.where(cast.start)]: environment };
    last.set(id, { isLeft, wish: { path, query, value: { descriptor, targetStatus } } });
  }
  for (const { isLeft, wish } of last.values()) {
    if (isLeft) await takeDownOne(facts, wish);
  }
}

async function takeDownOne(facts: Facts, wish: Wish): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const answer = await quietly(facts, facts.cast.start, wish);
    if (answer === undefined || succeeded(answer)) return;
    // A plan of the unit may still go on.
    await facts.run.session.pause(PAUSE * attempt);
  }
}

/** What names no states wants all that it is given. */
function wantsDeployed({ sent }: Exchange): boolean {
  const targets = at(sent.value, 'targetStatus');
  return targets === undefined || listOf(targets).some((one) => at(one, 'targetStatus') === 'DEPLOYED');
}

function environmentOf({ cast }: Facts, { operation, sent }: Exchange): string | undefined {
  return new URLSearchParams(sent.path.split('?')[1] ?? '').get(cast.where(operation)) ?? undefined;
}

function succeededIn({ run }: Facts, operation: string): Exchange[] {
  return run.session.journal.filter((one) => one.operation === operation && succeeded(one));
}

/** Whatever stands in the way of tidying up, the rest is tidied: the caller may have excluded an operation. */
async function quietly(facts: Facts, operation: string, wish: Wish): Promise<Exchange | undefined> {
  return askFor(facts, operation, 'clean up', wish).catch(() => undefined);
}
