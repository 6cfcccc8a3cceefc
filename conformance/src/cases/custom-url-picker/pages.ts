import { expectStart } from '../../checks/good-requests.ts';
import { expectRefusal } from '../../checks/invalid-requests.ts';
import { ownedCheck } from '../../checks/owned.ts';
import { expectDistinct, expectJoined, pagesOf } from '../../checks/paging.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { brief, canonical, listOf } from '../../suite/json.ts';
import { askedIn, type Facts, FIELDS, idsIn, itemsIn, PAGE } from './facts.ts';

const operation = 'retrieveValues';
/** How pages of values are read. Only the ids count, because other members may change at any time. */
const VALUES = { size: PAGE, entries: idsIn, name: (id: unknown) => id };

/** Checks of the list of values. */
export function pageChecks(facts: Facts): Check[] {
  return [
    ...valueChecks(facts),
    ...limitChecks(facts),
    ...acceptedChecks(facts),
    ...joinChecks(facts),
    ...endChecks(facts),
  ];
}

/** A page is a list of values, each with an id. */
function valueChecks(facts: Facts): Check[] {
  return [
    facts.run.check('UP-01', {}, async (trial) => {
      const exchange = await facts.first();
      expectStart(trial, exchange, operation, 200);
      if (statusOf(exchange) !== 200 || Array.isArray(bodyOf(exchange))) return;
      const [symptom, expected] = ['page is no list', 'a list of values'];
      trial.violated({ symptom, expected, actual: describeAnswer(exchange) }, exchange);
    }),
    ownedCheck(facts.run, 'UP-02', {}, (exchange, trial) => {
      const nameless = itemsIn(exchange).find(({ id }) => id === '');
      if (nameless === undefined) return;
      const [symptom, expected] = ['value without id', 'an id that is not empty'];
      trial.violated({ symptom, expected, actual: brief(nameless) }, exchange);
    }),
  ];
}

/** How large a page may be. */
function limitChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  return [
    check('UP-05', { of: 'accepted', title: 'limit 5 is accepted', operation }, async (trial) => {
      expectStart(trial, await facts.next(), operation, 200);
    }),
    check(
      'UP-05',
      { of: 'filtered', title: 'limit 4 gives 400 beside a filter, too', operation },
      async (trial) => {
        // The limit applies whatever else a request contains.
        const query = { offset: PAGE, limit: PAGE - 1, filter: await facts.filter() };
        const exchange = await session.call({
          operation,
          label: 'a page that is too small, of what holds a text',
          intent: 'invalid',
          parameters: { query },
          value: FIELDS,
          patient: true,
        });
        expectRefusal(trial, exchange, 'limit');
      },
    ),
    check('UP-06', { phase: 'last' }, (trial) => {
      for (const exchange of pagesOf(session, operation)) {
        const count = listOf(bodyOf(exchange)).length;
        const { limit } = askedIn(exchange);
        trial.saw(exchange);
        if (exchange.intent !== 'valid' || count <= limit) continue;
        const [expected, actual] = [`at most ${limit} values`, `${count} values`];
        trial.violated({ symptom: 'more than limit', expected, actual }, exchange);
      }
    }),
  ];
}

/** Filters and bodies that a picker must accept, even if it ignores them. */
function acceptedChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const page = { offset: 0, limit: PAGE };
  const mayBe = (of: string, value: object): Check =>
    check('UP-09', { of, title: `The body may be ${of}`, operation }, async (trial) => {
      await facts.first();
      expectStart(trial, await facts.retrieve(page, `a body that is ${of}`, value), operation, 200);
    });
  return [
    check('UP-07', { operation }, async (trial) => {
      const filter = '50% (a+b) é\'"*[';
      const special = await facts.retrieve({ ...page, filter }, 'a filter with unusual characters');
      for (const exchange of [await facts.both(), await facts.filtered(), special])
        expectStart(trial, exchange, operation, 200);
    }),
    check('UP-09', { of: 'absent', title: 'The body may be left out', operation }, async (trial) => {
      const exchange = facts.isBodiless
        ? await facts.first()
        : await facts.retrieveBodiless('the first five values, without a body');
      trial.saw(exchange);
      // A template that always sends its fields may need them.
      if (facts.isBodiless || statusOf(exchange) !== 400) expectStart(trial, exchange, operation, 200);
    }),
    check('UP-09', { of: 'empty', title: 'The body may be empty', operation }, (trial) =>
      isLikeNoBody(trial, facts),
    ),
    check(
      'X-12',
      {
        of: 'retrieveValues.no-object',
        title: 'retrieveValues: a body that is no object is no system error',
        operation,
      },
      (trial) => breaksByNoObject(trial, facts),
    ),
    mayBe('free', { any: { thing: ['x', 1, null] }, several: ['x', 1], nothing: null, domain: '' }),
  ];
}

/** A client without fields may send null. A picker may ignore an optional body. */
async function breaksByNoObject(trial: Trial, { run: { session } }: Facts): Promise<void> {
  for (const text of ['null', '[]']) {
    const exchange = await session.call({
      operation,
      label: `${text} in place of the body`,
      intent: 'invalid',
      text,
      parameters: { query: { offset: 0, limit: PAGE } },
      patient: true,
    });
    trial.saw(exchange);
    if (statusOf(exchange) > 0 && statusOf(exchange) < 500) continue;
    const expected = '400, or an answer as without a body';
    trial.violated(
      { symptom: 'a body that is no object', expected, actual: describeAnswer(exchange) },
      exchange,
    );
  }
}

/** A body without fields is equivalent to no body, and the filter still applies. */
async function isLikeNoBody(trial: Trial, facts: Facts): Promise<void> {
  await facts.first();
  const filter = await facts.filter().catch(() => undefined);
  // Not the first page: some pickers ignore the offset when there is no body.
  const asked = { offset: 1, limit: PAGE, ...(filter === undefined ? {} : { filter }) };
  const exchange = await facts.retrieve(asked, 'a body that is empty', {});
  expectStart(trial, exchange, operation, 200);
  const usual = filter === undefined ? await facts.both() : await facts.filteredBoth();
  const due = idsIn(usual).slice(1, 1 + PAGE);
  const isOther = (one: Exchange): boolean => canonical(idsIn(one)) !== canonical(due);
  if (!facts.isBodiless || [usual, exchange].some((one) => statusOf(one) !== 200) || !isOther(exchange))
    return;
  // The list may be changing, which is not a defect.
  if (isOther(await facts.retrieve(asked, 'the same page without a body, once more'))) return;
  const expected = `as without a body: ${brief(due)}`;
  const actual = describeAnswer(exchange);
  trial.violated({ symptom: 'empty body changes the list', expected, actual }, exchange, usual);
}

/** Pages are parts of one list, without gaps or duplicates. */
function joinChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('UP-10', { of: 'pages', operation }, async (trial) => {
      const [first, second, both] = [await facts.first(), await facts.next(), await facts.both()];
      expectJoined(trial, { first, second, both, ...VALUES });
    }),
    check(
      'UP-10',
      { of: 'filtered', title: 'Filtered pages join without gap or repetition', operation },
      async (trial) => {
        const [first, second] = [await facts.filtered(), await facts.filteredNext()];
        expectJoined(trial, { first, second, both: await facts.filteredBoth(), ...VALUES });
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
    check('UP-10', { of: 'last', title: 'The last page holds what is left', operation }, (trial) =>
      endsWithLast(trial, facts),
    ),
    check(
      'UP-10',
      { of: 'inner', title: 'Without the first and the last value, all others are there', operation },
      (trial) => holdsInner(trial, facts),
    ),
  ];
}

/** A page whose offset is not a multiple of its size, and which ends before the list does. */
async function holdsInner(trial: Trial, facts: Facts): Promise<void> {
  const items = await facts.all();
  const limit = items.length - 2;
  if (limit < PAGE) throw new NotApplicable('there are too few values');
  const page = await facts.retrieve({ offset: 1, limit }, 'all values but the first and the last');
  const walk = await facts.walk();
  trial.saw(page, walk);
  const inner = items.slice(1, -1).map(({ id }) => id);
  // Some pickers have a smaller page limit.
  const part = inner.slice(0, Math.max(1, idsIn(page).length));
  if (statusOf(page) !== 200 || canonical(idsIn(page)) === canonical(part)) return;
  const [expected, actual] = [brief(inner), brief(idsIn(page))];
  trial.violated({ symptom: 'pages do not join', expected, actual }, page, walk);
}

async function endsWithLast(trial: Trial, facts: Facts): Promise<void> {
  const items = await facts.all();
  if (items.length === 0) throw new NotApplicable('there are no values');
  // As large as the list: a picker that rounds the offset to whole pages returns the first page.
  const asked = { offset: items.length - 1, limit: Math.max(PAGE, items.length) };
  const page = await facts.retrieve(asked, 'a page that begins with the last value');
  const walk = await facts.walk();
  trial.saw(page, walk);
  const left = items.slice(-1).map(({ id }) => id);
  if (statusOf(page) !== 200 || canonical(idsIn(page)) === canonical(left)) return;
  const actual = brief(idsIn(page));
  trial.violated({ symptom: 'pages do not join', expected: 'the last value alone', actual }, page, walk);
}

/** Pages that are larger than the list or start after its end. */
function endChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('UP-24', { operation }, async (trial) => {
      await facts.walk();
      const exchange = await facts.retrieve({ offset: 0, limit: 1_000 }, 'a thousand values');
      expectStart(trial, exchange, operation, 200);
    }),
    check(
      'UP-11',
      { of: 'end', title: 'The page behind the last value repeats none', operation },
      async (trial) => {
        const [walk, exchange] = [await facts.walk(), await facts.atEnd()];
        if (exchange === undefined) throw new NotApplicable('where the list ends was not seen');
        trial.saw(walk, exchange);
        const again = idsIn(exchange).filter((id) => idsIn(walk).includes(id));
        if (again.length === 0) return;
        const [symptom, expected] = ['past the end', 'an empty list'];
        trial.violated({ symptom, expected, actual: brief(again) }, exchange, walk);
      },
    ),
    check('UP-11', { operation }, async (trial) => {
      const exchange = await facts.pastEnd();
      trial.saw(exchange);
      const body = bodyOf(exchange);
      if (statusOf(exchange) === 200 && Array.isArray(body) && body.length === 0) return;
      const [symptom, expected] = ['past the end', '200 with an empty list'];
      trial.violated({ symptom, expected, actual: describeAnswer(exchange) }, exchange);
    }),
  ];
}
