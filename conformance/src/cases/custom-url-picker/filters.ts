import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { type Exchange, statusOf, statusText, succeeded } from '../../suite/exchange.ts';
import { brief, canonical, type JsonObject } from '../../suite/json.ts';
import { type Facts, FIELDS, itemsIn, PAGE } from './facts.ts';

const operation = 'retrieveValues';

/** Checks of filters. */
export function filterChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('UP-08', { operation }, (trial) => makesNoValues(trial, facts)),
    check('UP-19', { operation }, (trial) => looksEverywhere(trial, facts)),
    check('UP-20', { operation }, (trial) => findsTextAsText(trial, facts)),
  ];
}

async function makesNoValues(trial: Trial, facts: Facts): Promise<void> {
  await facts.all();
  const [walk, filtered] = [await facts.walk(), await facts.filtered()];
  trial.saw(walk, filtered);
  const listed = itemsIn(walk);
  const strange = itemsIn(filtered).find((item) => !listed.some((one) => isSameValue(one, item)));
  if (strange === undefined) return;
  const [symptom, expected] = [
    'filter returns unlisted values',
    'values that are also listed without a filter',
  ];
  trial.wrongValue(symptom, expected, strange, filtered, walk);
}

/** The same id, and another common member if both have several: some members may change at any time. */
function isSameValue({ id, ...listed }: JsonObject, { id: found, ...told }: JsonObject): boolean {
  if (id !== found) return false;
  const names = Object.keys(told).filter((name) => name in listed);
  return names.length === 0 || names.some((name) => canonical(told[name]) === canonical(listed[name]));
}

async function looksEverywhere(trial: Trial, facts: Facts): Promise<void> {
  const filter = await facts.filter();
  const asked = { offset: 0, limit: PAGE, filter: filter.toUpperCase() };
  const capitals = await facts.retrieve(asked, 'the same text in upper case');
  for (const exchange of [await facts.filtered(), capitals]) {
    trial.saw(exchange);
    const holding = itemsIn(exchange).filter((item) => holds(item, filter));
    if (holding.length > 0 && holding.length === itemsIn(exchange).length) continue;
    trial.wrongAnswer(
      'filter misses values',
      `values with a field that contains ${brief(filter)}, ignoring case`,
      exchange,
    );
  }
}

async function findsTextAsText(trial: Trial, facts: Facts): Promise<void> {
  const { length } = itemsIn(await facts.first());
  if (length === 0) throw new NotApplicable('there is nothing to filter');
  const ask = (filter: string, label: string, body?: unknown) =>
    facts.retrieve({ offset: 0, limit: PAGE, filter }, label, body);
  expectNothing(trial, await ask(facts.unknownId, 'text that no value contains'), 'filter is ignored');
  const beside = await ask(facts.otherUnknownId, 'text that no value contains, with fields', FIELDS);
  if (succeeded(beside)) expectNothing(trial, beside, 'filter is ignored');
  // A filter is literal text, not a pattern.
  const isHeld = holds(await facts.all().catch(() => '%'), '%');
  for (const filter of [`${facts.unknownId}|.`, ...(isHeld ? [] : ['%'])])
    expectNothing(trial, await ask(filter, 'text with a wildcard'), 'filter is ignored');
}

/** Text that no value contains finds nothing. */
function expectNothing(trial: Trial, exchange: Exchange, symptom: string): void {
  trial.saw(exchange);
  if (statusOf(exchange) === 200 && itemsIn(exchange).length === 0) return;
  const found = statusOf(exchange) === 200 ? symptom : `no match returns ${statusText(exchange)}`;
  trial.wrongAnswer(found, 'an empty list', exchange);
}

/** True when a member contains the text, at any depth. */
function holds(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((one) => holds(one, text));
  return String(value).toLowerCase().includes(text.toLowerCase());
}
