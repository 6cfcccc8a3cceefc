import { NotApplicable, type Trial } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, clockOf, type Exchange } from '../../suite/exchange.ts';
import { at, brief, canonical, listOf } from '../../suite/json.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { SKEW } from './sense.ts';

/** More entries than a run adds to the list. */
const ALL = 100;

/** Number of entries that are unlikely to belong to one product. */
const MANY = 3;

/** The events of a unit that was deployed and undeployed, each once. */
export async function expectFollowed(facts: Facts, trial: Trial, unit: string): Promise<void> {
  const start = facts.run.session.journal.map(clockOf).find((time) => time !== undefined);
  if (start === undefined) throw new NotApplicable('the responses have no Date header');
  const since = new Date(start - SKEW).toISOString();
  const exchange = await follow(facts, trial, 'the operations of the unit', { since });
  const told = entriesOf(exchange).map((one) => ({ ...one, isOwn: one.text.includes(unit) }));
  const own = told.filter(({ isOwn }) => isOwn).map(({ operation }) => operation);
  // An entry may be late, and one of the two may represent the unit.
  const ways = [['Provision', 'Unprovision'], ['Provision'], ['Unprovision'], []];
  if (!ways.some((way) => canonical(way) === canonical(own))) {
    trial.wrongValue('another operation', 'Provision, and Unprovision after it', own, exchange);
    return;
  }
  const first = told.findIndex(({ isOwn }) => isOwn);
  if (own.length === 0) await expectSomewhere(facts, trial, unit);
  else if (own.length === 2) await expectNext(facts, trial, { unit, since, limit: first + 1 });
}

interface From {
  readonly since?: string;
  readonly limit?: number;
}

async function follow(facts: Facts, trial: Trial, label: string, from: From): Promise<Exchange> {
  const id = facts.cast.followed;
  const { pagination } = operationOf(facts.run.contract, id);
  const place = (name: string | undefined) => String(name).slice('query:'.length);
  const query = {
    ...(from.since === undefined ? {} : { [place(pagination?.cursor)]: from.since }),
    [place(pagination?.limit)]: from.limit ?? ALL,
  };
  const exchange = await askFor(facts, id, label, { query });
  trial.saw(exchange);
  return exchange;
}

function entriesOf(exchange: Exchange) {
  return listOf(at(bodyOf(exchange), 'descriptors')).map((one) => ({
    text: String(at(one, 'descriptor')),
    operation: at(one, 'operation'),
  }));
}

/** If the list ends with the deployment, it continues with the later events. */
async function expectNext(
  facts: Facts,
  trial: Trial,
  { unit, since, limit }: { readonly unit: string; readonly since: string; readonly limit: number },
): Promise<void> {
  const part = await follow(facts, trial, 'until it was deployed', { since, limit });
  const last = entriesOf(part).at(-1);
  const time = at(bodyOf(part), 'lastDeploymentTime');
  // Another client may have removed something from the list in between.
  if (last?.text.includes(unit) !== true || last.operation !== 'Provision' || typeof time !== 'string')
    return;
  const rest = await follow(facts, trial, 'after it was deployed', { since: time });
  const isThere = entriesOf(rest).some(
    ({ text, operation }) => text.includes(unit) && operation === 'Unprovision',
  );
  if (isThere) return;
  trial.wrongValue(
    'lists older operations',
    `operations after ${time}: Unprovision of ${unit}`,
    bodyOf(rest),
    rest,
    part,
  );
}

/** A recent event may be reported late, but not with an old time or for another unit. */
async function expectSomewhere(facts: Facts, trial: Trial, unit: string): Promise<void> {
  const whole = await follow(facts, trial, 'all operations', {});
  const all = entriesOf(whole);
  if (all.some(({ text }) => text.includes(unit))) {
    const statement = { symptom: 'missing in new operations', expected: `${unit}, just deployed` };
    trial.violated({ ...statement, actual: 'in the whole list only' }, whole);
  }
  const [first] = all;
  if (first === undefined || all.length < MANY || all.some(({ text }) => text !== first.text)) return;
  const statement = {
    symptom: 'the same descriptor for all entries',
    expected: 'the descriptor of each entry',
  };
  trial.violated({ ...statement, actual: brief(first.text) }, whole);
}
