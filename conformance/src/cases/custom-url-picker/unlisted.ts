import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf, statusText } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { settled } from '../../suite/work.ts';
import { type Facts, FREE } from './facts.ts';

const operation = 'validate';

/** Checks of selected values that are not listed. */
export function unlistedChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const refused = (of: string, title: string, ask: () => Promise<Exchange>): Check =>
    check('UP-16', { of, title, operation }, async (trial) => expectErrors(trial, await ask()));
  return [
    refused('alone', 'An unknown selection returns error items', facts.selectUnknown),
    refused('among', 'An unknown value among listed ones returns error items', async () => {
      const [known, ...others] = await facts.offered();
      const selected = [known, { id: facts.unknownId }, ...others.slice(0, 1)];
      return facts.select(selected, 'an unknown value among listed ones');
    }),
    refused('before', 'An unknown value before a listed one returns error items', async () => {
      const [known] = await facts.offered();
      return facts.select([{ id: facts.otherUnknownId }, known], 'an unknown value and a listed one');
    }),
    refused('pattern', 'A wildcard character is not an id', async () => {
      if ((await facts.all().catch(() => [])).some(({ id }) => id === '%'))
        throw new NotApplicable('a value has this id');
      return facts.select([{ id: '%' }], 'a wildcard character');
    }),
    refused('near', 'A listed id with more characters returns error items', async () => {
      const [known] = await facts.offered();
      const id = `${String(known?.['id'])}-not-here`;
      // Together with the fields of a valid selection, which do not apply to this one.
      await settled(facts.selectFree);
      return facts.select([{ id }], 'a listed id with more characters', FREE);
    }),
    refused('shorter', 'The start of a listed id returns error items', async () => {
      const listed = (await facts.all()).map(({ id }) => String(id));
      const id = listed.map((one) => one.slice(0, -1)).find((one) => one !== '' && !listed.includes(one));
      if (id === undefined) throw new NotApplicable('every id starts with another id');
      return facts.select([{ id }], 'the start of a listed id');
    }),
    refused('members', 'An unknown id with the fields of a listed value returns error items', async () => {
      const [known] = await facts.offered();
      return facts.select([{ ...known, id: facts.otherUnknownId }], 'a listed value with an unknown id');
    }),
    check('UP-21', { operation }, (trial) => tellsOfEach(trial, facts)),
    check(
      'UP-21',
      { of: 'alone', title: 'A value that can still be selected is not reported', operation },
      (trial) => tellsOfNoOther(trial, facts),
    ),
  ];
}

async function tellsOfEach(trial: Trial, facts: Facts): Promise<void> {
  const ids = [facts.unknownId, facts.otherUnknownId];
  const unlisted = ids.map((id) => ({ id }));
  const exchange = await facts.select(unlisted, 'two values that are not listed');
  if (statusOf(exchange) !== 400) return expectErrors(trial, exchange);
  trial.saw(exchange);
  const errors = listOf(at(bodyOf(exchange), 'errors'));
  const named = ids.filter((id) => exchange.received?.text.includes(id));
  // Some pickers name no id at all; one that names an id must name the other as well.
  if (named.length === ids.length || (named.length === 0 && errors.length >= ids.length)) return;
  const [symptom, expected] = ['not every value is reported', 'an error for each of the two values'];
  trial.wrongAnswer(symptom, expected, exchange);
}

/** Shorter ids may occur in a sentence by chance, in characters. */
const SHORT = 3;

async function tellsOfNoOther(trial: Trial, facts: Facts): Promise<void> {
  const [known] = await facts.offered();
  const id = String(known?.['id']);
  const selected = [{ id }, { id: facts.unknownId }];
  const exchange = await facts.select(selected, 'the ids of a listed value and of an unknown one');
  trial.saw(exchange);
  const told = listOf(at(bodyOf(exchange), 'errors')).map((one) => String(at(one, 'error')));
  if (statusOf(exchange) !== 400 || id.length < SHORT) return;
  const wrong = told.find((text) => namesOnly(text, id) && !text.includes(facts.unknownId));
  if (wrong === undefined) return;
  trial.wrongValue(
    'the wrong value is reported',
    `an error about ${brief(facts.unknownId)}, none about ${brief(id)}`,
    wrong,
    exchange,
  );
}

/** Whether a sentence names an id, and not only a longer one that contains it. */
function namesOnly(text: string, id: string): boolean {
  return text.split(/[^\p{L}\p{N}_:./-]+/u).some((word) => word.replace(/[.:]+$/, '') === id);
}

/** A refusal states the reason and the fix. */
function expectErrors(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  if (statusOf(exchange) !== 400) {
    trial.wrongAnswer(
      statusOf(exchange) === 200 ? 'unknown value accepted' : `unknown value returns ${statusText(exchange)}`,
      '400 with error items',
      exchange,
    );
    return;
  }
  const errors = listOf(at(bodyOf(exchange), 'errors'));
  const told = errors.filter((one) => typeof at(one, 'error') === 'string' && at(one, 'error') !== '');
  if (errors.length === 0 || told.length < errors.length) {
    trial.wrongAnswer('rejected without error items', 'errors, each with error and suggestion', exchange);
    return;
  }
  for (const one of errors) {
    if (typeof at(one, 'suggestion') === 'string') continue;
    trial.note(
      { symptom: 'no suggestion', expected: 'a suggestion with each error', actual: brief(one) },
      exchange,
    );
    return;
  }
}
