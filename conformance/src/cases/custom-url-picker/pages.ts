import { expectStart } from '../../checks/good-requests.ts';
import { expectRefusal } from '../../checks/invalid-requests.ts';
import { ownedCheck } from '../../checks/owned.ts';
import { expectDistinct, expectJoined } from '../../checks/paging.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, statusText } from '../../suite/exchange.ts';
import { brief, canonical, listOf } from '../../suite/json.ts';
import { askedIn, type Facts, idsIn, itemsIn, PAGE } from './facts.ts';

const operation = 'retrieveValues';
/** How pages of values are read: what else an item tells may change from moment to moment. */
const VALUES = { size: PAGE, entries: idsIn, name: (id: unknown) => id };

/** What holds for listing values. */
export function pageChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  const pages = (): Exchange[] =>
    session.journal.filter(
      (one) => one.operation === operation && statusOf(one) === 200 && !one.sent.elsewhere,
    );
  return [
    check('UP-01', {}, async (trial) => {
      const exchange = await facts.first();
      expectStart(trial, exchange, operation, 200);
      if (statusOf(exchange) !== 200 || Array.isArray(bodyOf(exchange))) return;
      trial.violated(
        { symptom: 'page is no list', expected: 'a list of values', actual: describeAnswer(exchange) },
        exchange,
      );
    }),
    ownedCheck(facts.run, 'UP-02', {}, (exchange, trial) => {
      const nameless = itemsIn(exchange).find(({ id }) => id === '');
      if (nameless === undefined) return;
      trial.violated(
        { symptom: 'value without id', expected: 'an id that is not empty', actual: brief(nameless) },
        exchange,
      );
    }),
    check('UP-05', { of: 'accepted', title: 'limit 5 is accepted', operation }, async (trial) => {
      expectStart(trial, await facts.next(), operation, 200);
    }),
    check(
      'UP-05',
      { of: 'filtered', title: 'limit 4 gives 400 beside a filter, too', operation },
      async (trial) => {
        const query = { offset: 0, limit: PAGE - 1, filter: await facts.filter() };
        const exchange = await session.call({
          operation,
          label: 'a page that is too small, of what holds a text',
          intent: 'invalid',
          parameters: { query },
          patient: true,
        });
        expectRefusal(trial, exchange, 'limit');
      },
    ),
    check('UP-06', { phase: 'last' }, (trial) => {
      for (const exchange of pages()) {
        const count = listOf(bodyOf(exchange)).length;
        const { limit } = askedIn(exchange);
        trial.saw(exchange);
        if (exchange.intent !== 'valid' || count <= limit) continue;
        trial.violated(
          { symptom: 'more than limit', expected: `at most ${limit} values`, actual: `${count} values` },
          exchange,
        );
      }
    }),
    check('UP-07', { operation }, async (trial) => {
      const special = await facts.retrieve(
        { offset: 0, limit: PAGE, filter: '50% (a+b) é\'"*[' },
        'a filter with unusual characters',
      );
      for (const exchange of [await facts.both(), await facts.filtered(), special])
        expectStart(trial, exchange, operation, 200);
    }),
    ...[
      ['empty', {}],
      ['free', { any: { thing: ['x', 1, null] }, domain: '' }],
    ].map(([of, value]) =>
      check('UP-09', { of: String(of), title: `The body may be ${of}`, operation }, async (trial) => {
        await facts.first();
        const label = `a body that is ${of}`;
        expectStart(trial, await facts.retrieve({ offset: 0, limit: PAGE }, label, value), operation, 200);
      }),
    ),
    check('UP-10', { of: 'pages', operation }, async (trial) => {
      const [first, second, both] = [await facts.first(), await facts.next(), await facts.both()];
      expectJoined(trial, { first, second, both, ...VALUES });
    }),
    check(
      'UP-10',
      { of: 'filtered', title: 'Filtered pages join without gap or repetition', operation },
      async (trial) => {
        const [first, second, both] = [
          await facts.filtered(),
          await facts.filteredNext(),
          await facts.filteredBoth(),
        ];
        expectJoined(trial, { first, second, both, ...VALUES });
      },
    ),
    check('UP-10', { of: 'ids', title: 'No id is listed twice', operation }, async (trial) => {
      const exchange = await facts.walk();
      expectDistinct(trial, exchange, idsIn(exchange), 'id');
    }),
    check(
      'UP-10',
      { of: 'filtered-ids', title: 'No id is listed twice beside a filter', operation },
      async (trial) => {
        const exchange = await facts.filteredWalk();
        expectDistinct(trial, exchange, idsIn(exchange), 'id');
      },
    ),
    check('UP-10', { of: 'last', title: 'The last page holds what is left', operation }, async (trial) => {
      const items = await facts.all();
      if (items.length === 0) throw new NotApplicable('there are no values');
      const asked = { offset: items.length - 1, limit: PAGE };
      const page = await facts.retrieve(asked, 'a page that begins with the last value');
      trial.saw(page, await facts.walk());
      if (statusOf(page) !== 200 || canonical(idsIn(page)) === canonical(items.slice(-1).map(({ id }) => id)))
        return;
      trial.violated(
        { symptom: 'pages do not join', expected: 'the last value alone', actual: brief(idsIn(page)) },
        page,
        await facts.walk(),
      );
    }),
    check('UP-24', { operation }, async (trial) => {
      await facts.walk();
      expectStart(
        trial,
        await facts.retrieve({ offset: 0, limit: 1_000 }, 'a thousand values'),
        operation,
        200,
      );
    }),
    check('UP-11', { operation }, async (trial) => {
      const exchange = await facts.pastEnd();
      trial.saw(exchange);
      if (
        statusOf(exchange) === 200 &&
        listOf(bodyOf(exchange)).length === 0 &&
        Array.isArray(bodyOf(exchange))
      )
        return;
      trial.violated(
        { symptom: 'past the end', expected: '200 with an empty list', actual: describeAnswer(exchange) },
        exchange,
      );
    }),
  ];
}

/** What holds for filters. */
export function filterChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('UP-08', { operation }, async (trial) => {
      await facts.all();
      const [walk, filtered] = [await facts.walk(), await facts.filtered()];
      trial.saw(walk, filtered);
      const strange = itemsIn(filtered).find(({ id }) => !idsIn(walk).includes(id));
      if (strange === undefined) return;
      trial.violated(
        {
          symptom: 'filter makes values',
          expected: 'values that are listed without a filter too',
          actual: brief(strange),
        },
        filtered,
        walk,
      );
    }),
    check('UP-19', { operation }, async (trial) => {
      const filter = await facts.filter();
      const capitals = await facts.retrieve(
        { offset: 0, limit: PAGE, filter: filter.toUpperCase() },
        'the same text in capitals',
      );
      for (const exchange of [await facts.filtered(), capitals]) {
        trial.saw(exchange);
        const holding = itemsIn(exchange).filter((item) => holds(item, filter));
        if (holding.length > 0 && holding.length === itemsIn(exchange).length) continue;
        trial.violated(
          {
            symptom: 'filter does not look everywhere',
            expected: `values of which a member holds ${brief(filter)}, in any capitals`,
            actual: describeAnswer(exchange),
          },
          exchange,
        );
      }
    }),
    check('UP-20', { operation }, async (trial) => {
      const { length } = itemsIn(await facts.first());
      if (length === 0) throw new NotApplicable('there is nothing to filter');
      expectNothing(
        trial,
        await facts.retrieve({ offset: 0, limit: PAGE, filter: facts.nobody }, 'text that no value holds'),
        'filter is ignored',
      );
      // Text is text, not a pattern of whatever looks for it.
      const patterns = [
        `${facts.nobody}|.`,
        ...(brief(await facts.all().catch(() => ['%'])).includes('%') ? [] : ['%']),
      ];
      for (const filter of patterns) {
        const page = await facts.retrieve(
          { offset: 0, limit: PAGE, filter },
          'text that could be taken for a pattern',
        );
        expectNothing(trial, page, 'filter is ignored');
      }
    }),
  ];
}

/** Text that no value holds finds nothing. */
function expectNothing(trial: Trial, exchange: Exchange, symptom: string): void {
  trial.saw(exchange);
  if (statusOf(exchange) === 200 && itemsIn(exchange).length === 0) return;
  const found = statusOf(exchange) === 200 ? symptom : `nothing found gives ${statusText(exchange)}`;
  trial.violated({ symptom: found, expected: 'an empty list', actual: describeAnswer(exchange) }, exchange);
}

/** True when a member holds the text, however deep. */
function holds(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((one) => holds(one, text));
  return String(value).toLowerCase().includes(text.toLowerCase());
}
