import { expectStart } from '../../checks/good-requests.ts';
import { expectRefusal } from '../../checks/invalid-requests.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, statusText } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { choosable, type Facts, itemsIn } from './facts.ts';

const operation = 'validate';

/** What holds for values that come back. */
export function selectionChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  const refuse = (of: string, selected: unknown, isBehind = false): Check =>
    check(
      'UP-15',
      { of, title: `A selected object whose id is ${of} gives 400`, operation },
      async (trial) => {
        const before = isBehind ? (await facts.offered()).slice(0, 1).map(({ id }) => ({ id })) : [];
        const exchange = await session.call({
          operation,
          label: `a selected object whose id is ${of}`,
          intent: 'invalid',
          value: { selectedObjects: [...before, selected] },
          patient: true,
        });
        expectRefusal(trial, exchange, 'selectedObjects.id');
      },
    );
  return [
    check('UP-13', { of: 'ids', title: 'Listed values are accepted by their ids' }, async (trial) => {
      await facts.offered();
      expectStart(trial, await facts.selectIds(), operation, 200);
    }),
    check('UP-13', { of: 'fields', title: 'queryParameters are accepted', operation }, async (trial) => {
      const ids = (await facts.offered()).slice(0, 1).map(({ id }) => ({ id }));
      const free = { queryParameters: { any: { thing: ['x', 1] } } };
      const exchange = await facts.select(ids, 'a value with the fields of a wizard', free);
      // What other fields mean, the picker decides; that they are there is no fault of the request.
      trial.saw(exchange);
      if (statusOf(exchange) === 400 && listOf(at(bodyOf(exchange), 'errors')).length > 0) return;
      expectStart(trial, exchange, operation, 200);
    }),
    check('UP-13', { of: 'none', title: 'An empty selection breaks nothing', operation }, async (trial) => {
      const exchange = await facts.select([], 'nothing selected');
      trial.saw(exchange);
      // Whether a field may be left empty, the picker decides.
      if ([200, 400].includes(statusOf(exchange))) return;
      trial.violated(
        {
          symptom: `nothing selected gives ${statusText(exchange)}`,
          expected: '200, or 400 with error items',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check('UP-14', { operation }, async (trial) => {
      await facts.offered();
      const listed = choosable([...itemsIn(await facts.both()), ...itemsIn(await facts.walk()).slice(-1)]);
      const items = listed.filter((item, index) => listed.findIndex(({ id }) => id === item['id']) === index);
      const exchange = await facts.select(items, 'values of several pages, as they were listed');
      expectStart(trial, exchange, operation, 200);
    }),
    refuse('missing', { value: 'a value without an id' }),
    refuse('missing behind a good one', { value: 'a value without an id' }, true),
    refuse('a number', { id: 17 }),
    refuse('null', { id: null }),
    check(
      'UP-16',
      { of: 'alone', title: 'An unknown selection gives error items', operation },
      async (trial) => {
        expectErrors(trial, await facts.selectUnknown());
      },
    ),
    check(
      'UP-16',
      { of: 'among', title: 'An unknown value among listed ones gives error items', operation },
      async (trial) => {
        const [known] = await facts.offered();
        const exchange = await facts.select(
          [known, { id: facts.nobody }],
          'a listed value and an unknown one',
        );
        expectErrors(trial, exchange);
      },
    ),
    check(
      'UP-16',
      { of: 'before', title: 'An unknown value before a listed one gives error items', operation },
      async (trial) => {
        const [known] = await facts.offered();
        const exchange = await facts.select(
          [{ id: facts.nobodyElse }, known],
          'an unknown value and a listed one',
        );
        expectErrors(trial, exchange);
      },
    ),
    check(
      'UP-16',
      { of: 'pattern', title: 'A sign that patterns use is no id', operation },
      async (trial) => {
        if ((await facts.all().catch(() => [])).some(({ id }) => id === '%'))
          throw new NotApplicable('there is a value of such an id');
        expectErrors(trial, await facts.select([{ id: '%' }], 'a sign that patterns use'));
      },
    ),
    check(
      'UP-16',
      { of: 'near', title: 'A longer id than a listed one gives error items', operation },
      async (trial) => {
        const [known] = await facts.offered();
        const id = `${String(known?.['id'])}-not-here`;
        expectErrors(trial, await facts.select([{ id }], 'a listed id with something behind it'));
      },
    ),
    check('UP-21', { operation }, async (trial) => {
      const ids = [facts.nobody, facts.nobodyElse];
      const exchange = await facts.select(
        ids.map((id) => ({ id })),
        'two values that are not listed',
      );
      if (statusOf(exchange) !== 400) return expectErrors(trial, exchange);
      trial.saw(exchange);
      const errors = listOf(at(bodyOf(exchange), 'errors'));
      const text = exchange.received?.text ?? '';
      if (errors.length >= ids.length || ids.every((id) => text.includes(id))) return;
      trial.violated(
        {
          symptom: 'not every value is told of',
          expected: 'an error for each of the two values',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check(
      'UP-21',
      { of: 'alone', title: 'No value that can still be chosen is told of', operation },
      async (trial) => {
        const [known] = await facts.offered();
        const id = String(known?.['id']);
        const exchange = await facts.select(
          [{ id }, { id: facts.nobody }],
          'the ids of a listed value and of an unknown one',
        );
        trial.saw(exchange);
        const told = listOf(at(bodyOf(exchange), 'errors')).map((one) => String(at(one, 'error')));
        // Short ids stand in many a sentence.
        if (statusOf(exchange) !== 400 || id.length < SHORT) return;
        const wrong = told.find((text) => namesOnly(text, id) && !text.includes(facts.nobody));
        if (wrong === undefined) return;
        trial.violated(
          {
            symptom: 'the wrong value is told of',
            expected: `an error about ${brief(facts.nobody)}, none about ${brief(id)}`,
            actual: brief(wrong),
          },
          exchange,
        );
      },
    ),
    check('X-17', { of: operation, operation }, async (trial) => {
      const [known] = await facts.offered();
      const plain = await facts.selectIds();
      const more = { notInTheContract: { any: 'thing' } };
      const exchange = await facts.select([{ id: known?.['id'] }], 'a member that nobody knows', more);
      trial.saw(exchange);
      if (statusOf(exchange) === statusOf(plain)) return;
      trial.violated(
        {
          symptom: 'unknown member refused',
          expected: `${statusOf(plain)}, as without it`,
          actual: describeAnswer(exchange),
        },
        exchange,
        plain,
      );
    }),
  ];
}

/** Ids of fewer characters are not looked for. */
const SHORT = 3;

/** Whether a sentence names an id, and not one that holds it. */
function namesOnly(text: string, id: string): boolean {
  return text.split(/[^\p{L}\p{N}_:./-]+/u).some((word) => word.replace(/[.:]+$/, '') === id);
}

function expectErrors(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  if (statusOf(exchange) !== 400) {
    const symptom =
      statusOf(exchange) === 200 ? 'unknown value accepted' : `unknown value gives ${statusText(exchange)}`;
    trial.violated({ symptom, expected: '400 with error items', actual: describeAnswer(exchange) }, exchange);
    return;
  }
  const errors = listOf(at(bodyOf(exchange), 'errors'));
  const told = errors.filter((one) => typeof at(one, 'error') === 'string' && at(one, 'error') !== '');
  if (errors.length === 0 || told.length < errors.length) {
    trial.violated(
      {
        symptom: 'refusal without error items',
        expected: 'errors, each with error and suggestion',
        actual: describeAnswer(exchange),
      },
      exchange,
    );
    return;
  }
  for (const one of errors) {
    if (typeof at(one, 'suggestion') === 'string') continue;
    trial.note(
      { symptom: 'no suggestion', expected: 'a suggestion beside each error', actual: brief(one) },
      exchange,
    );
    return;
  }
}
