import { bodyOf, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, type JsonObject, listOf } from '../../suite/json.ts';
import { readYaml } from '../../suite/yaml.ts';
import { lookAgain } from './again.ts';
import { askFor, type Wish } from './ask.ts';
import type { Facts } from './facts.ts';
import { movesBy } from './knowledge.ts';
import { type Life, livesOf, type Setting, type Step, settingsOf } from './lives.ts';

const ADAPTERS = 'tech-adapters';

/**
 * Removes what the run has created and restores what it has changed, as far as operations of the contract can. It reads
 * everything from the journal, so that an interrupted run leaves no more behind than a complete one. Returns the names of
 * what is left.
 */
export async function undoRun(facts: Facts): Promise<readonly string[]> {
  if (facts.run.settings.readOnly) return [];
  const left = await takeDown(facts);
  for (const life of livesOf(facts.operations)) left.push(...(await endMade(facts, life)));
  for (const setting of settingsOf(facts.operations)) await putBack(facts, setting);
  return left;
}

/** Things that existed before belong to the user: a configured body may have overwritten one. */
async function endMade(facts: Facts, { create, name, remove }: Life): Promise<string[]> {
  const given = at(facts.run.settings.bodies?.[create], name);
  const made = new Set([
    ...succeededIn(facts, create).map((one) => at(bodyOf(one), name)),
    ...(create === facts.cast.maker(ADAPTERS) ? registeredIn(facts) : []),
  ]);
  const left: string[] = [];
  for (const id of made) {
    if (typeof id !== 'string' || id === given) continue;
    if (remove === undefined || !(await isRemoved(facts, remove, id))) left.push(`${id} (${create})`);
  }
  return left;
}

/** A registration is not answered with what it has registered, so its name is that of the request. */
function registeredIn(facts: Facts): unknown[] {
  const ids = succeededIn(facts, facts.cast.register).map(({ sent }) => at(sent.value, 'id'));
  return ids.filter((id) => String(id).includes(facts.own));
}

async function isRemoved(facts: Facts, remove: Step, id: string): Promise<boolean> {
  if (isEnded(facts, remove, id)) return true;
  const { operation, place, body } = remove;
  const ask = async (value?: JsonObject): Promise<boolean> => {
    const answer = await quietly(facts, operation, { path: { [place]: id }, value });
    return answer !== undefined && succeeded(answer);
  };
  if (await ask(body)) return true;
  if (body === undefined) return false;
  for (const before of statesBefore(operation, body)) await ask(before);
  return ask(body);
}

/** Bodies for the states that must precede deletion: an enabled thing may have to be deprecated first. */
function statesBefore(operation: string, body: JsonObject): JsonObject[] {
  const { initial, moves } = movesBy(operation);
  return Object.entries(body).flatMap(([member, end]) =>
    moves
      .filter(({ from, to }) => from !== initial && to === end)
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

/** Restores a setting, such as the log level, to its value before the run. */
async function putBack(facts: Facts, { read, write, place, member }: Setting): Promise<void> {
  const [first] = succeededIn(facts, read);
  const before = first === undefined ? undefined : at(bodyOf(first), member);
  const now = succeededIn(facts, write).at(-1)?.sent.path.split('/').at(-1);
  if (typeof before !== 'string' || now === undefined || now === before) return;
  await quietly(facts, write, { path: { [place]: before } });
}

/** Units that the run has deployed, completely or in part. */
async function takeDown(facts: Facts): Promise<string[]> {
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
  const left: string[] = [];
  for (const [id, { isLeft, wish }] of last) {
    if (!isLeft) continue;
    // A plan of the unit may still be running.
    const answer = await lookAgain(
      facts,
      () => quietly(facts, facts.cast.start, wish),
      (one) => one === undefined || succeeded(one),
    );
    if (answer === undefined || !succeeded(answer)) left.push(id);
  }
  return left;
}

/** A request without states deploys everything in it. */
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

/** Ignores failures so that the cleanup continues: the configuration may exclude an operation. */
async function quietly(facts: Facts, operation: string, wish: Wish): Promise<Exchange | undefined> {
  return askFor(facts, operation, 'clean up', wish).catch(() => undefined);
}
