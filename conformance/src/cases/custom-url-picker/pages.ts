import { expectNoFault, expectStart } from '../../checks/good-requests.ts';
import { expectRefusal, invalidCheck } from '../../checks/invalid-check.ts';
import { ownedCheck } from '../../checks/owned.ts';
import { limitCheck } from '../../laws/every-page.ts';
import {
  expectEmptyEnd,
  expectNoRepetition,
  expectParts,
  expectUncut,
  type List,
  pagedOperation,
} from '../../laws/paging.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, canonical } from '../../suite/json.ts';
import { type Facts, FIELDS, idsIn, itemsIn, PAGE, WALK } from './facts.ts';

const operation = 'retrieveValues';

/** More values than clients usually list at once. */
const LARGE = 1_000;

/** Checks of the list of values. */
export function pageChecks(facts: Facts): Check[] {
  return [...valueChecks(facts), ...limitChecks(facts), ...acceptedChecks(facts), ...listChecks(facts)];
}

/** A page is a list of values, each with an id. */
function valueChecks(facts: Facts): Check[] {
  return [
    facts.run.check('UP-01', {}, async (trial) => {
      const exchange = await facts.first();
      expectStart(trial, exchange, 200);
      if (statusOf(exchange) !== 200 || Array.isArray(bodyOf(exchange))) return;
      const [symptom, expected] = ['page is not a list', 'a list of values'];
      trial.wrongAnswer(symptom, expected, exchange);
    }),
    ownedCheck(facts.run, 'UP-02', {}, (exchange, trial) => {
      const nameless = itemsIn(exchange).find(({ id }) => id === '');
      if (nameless === undefined) return;
      const [symptom, expected] = ['value without an id', 'a non-empty id'];
      trial.wrongValue(symptom, expected, nameless, exchange);
    }),
  ];
}

/** How large a page may be. */
function limitChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('UP-05', { of: 'accepted', title: 'limit 5 is accepted', operation }, async (trial) => {
      expectStart(trial, await facts.next(), 200);
    }),
    invalidCheck(facts.run, {
      requirement: 'UP-05',
      operation,
      of: 'filtered',
      title: 'limit 4 with a filter returns 400',
      label: 'a page that is too small, with a filter',
      // The limit applies whatever else a request contains.
      call: async () => ({
        parameters: { query: { offset: PAGE, limit: PAGE - 1, filter: await facts.filter() } },
        value: FIELDS,
      }),
      judge: (trial, exchange) => expectRefusal(trial, exchange, 'limit'),
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
      expectStart(trial, await facts.retrieve(page, `a body that is ${of}`, value), 200);
    });
  return [
    check('UP-07', { operation }, async (trial) => {
      const filter = '50% (a+b) é\'"*[';
      const special = await facts.retrieve({ ...page, filter }, 'a filter with unusual characters');
      for (const exchange of [await facts.both(), await facts.filtered(), special])
        expectStart(trial, exchange, 200);
    }),
    check('UP-09', { of: 'absent', title: 'The body may be missing', operation }, async (trial) => {
      const exchange = facts.isBodiless
        ? await facts.first()
        : await facts.retrieveBodiless('the first five values, without a body');
      trial.saw(exchange);
      // A template that always sends its fields may need them.
      if (facts.isBodiless || statusOf(exchange) !== 400) expectStart(trial, exchange, 200);
    }),
    check('UP-09', { of: 'empty', title: 'The body may be empty', operation }, (trial) =>
      isLikeNoBody(trial, facts),
    ),
    check(
      'X-12',
      {
        of: 'retrieveValues.no-object',
        title: 'retrieveValues: a body that is not an object causes no system error',
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
      label: `${text} as the body`,
      intent: 'invalid',
      text,
      parameters: { query: { offset: 0, limit: PAGE } },
      patient: true,
    });
    const expected = '400, or the same response as without a body';
    expectNoFault(trial, exchange, 'a body that is not an object', expected);
  }
}

/** A body without fields is equivalent to no body, and the filter still applies. */
async function isLikeNoBody(trial: Trial, facts: Facts): Promise<void> {
  await facts.first();
  const filter = await facts.filter().catch(() => undefined);
  // Not the first page: some pickers ignore the offset when there is no body.
  const asked = { offset: 1, limit: PAGE, ...(filter === undefined ? {} : { filter }) };
  const exchange = await facts.retrieve(asked, 'an empty body', {});
  expectStart(trial, exchange, 200);
  const usual = filter === undefined ? await facts.both() : await facts.filteredBoth();
  const due = idsIn(usual).slice(1, 1 + PAGE);
  const isOther = (one: Exchange): boolean => canonical(idsIn(one)) !== canonical(due);
  if (!facts.isBodiless || [usual, exchange].some((one) => statusOf(one) !== 200) || !isOther(exchange))
    return;
  // The list may be changing, which is not a defect.
  if (isOther(await facts.retrieve(asked, 'the same page without a body, again'))) return;
  trial.wrongAnswer('an empty body changes the list', `as without a body: ${brief(due)}`, exchange, usual);
}

/** Pages are parts of one list, without gaps or duplicates. */
function listChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const all = valueList(facts);
  return [
    limitCheck(facts.run, 'UP-06', all),
    check('UP-10', { of: 'pages', operation }, (trial) => expectParts(trial, all)),
    check(
      'UP-10',
      { of: 'filtered', title: 'Filtered pages have no gaps or duplicates', operation },
      async (trial) => expectParts(trial, valueList(facts, await facts.filter())),
    ),
    check('UP-11', { of: 'end', title: 'A page past the end contains no values', operation }, (trial) =>
      expectNoRepetition(trial, all),
    ),
    check('UP-11', { operation }, (trial) => expectEmptyEnd(trial, all)),
    check(
      'UP-10',
      { of: 'large', title: 'A page that is not full is the last, also for a large limit', operation },
      (trial) => expectUncut(trial, all, LARGE),
    ),
    check('UP-24', { operation }, async (trial) => {
      await facts.walk();
      const exchange = await facts.retrieve({ offset: 0, limit: LARGE }, 'a thousand values');
      expectStart(trial, exchange, 200);
    }),
  ];
}

/** The values, or those that contain a text. Only the ids count, because other members may change at any time. */
function valueList({ retrieve, run }: Facts, filter?: string): List {
  const beside = filter === undefined ? {} : { filter };
  const id = (item: unknown): unknown => at(item, 'id');
  return {
    operation: pagedOperation(run.contract, operation),
    ask: ({ offset = 0, limit = PAGE }, label) => retrieve({ offset, limit, ...beside }, label),
    identify: id,
    unique: id,
    sizes: { least: PAGE, usual: PAGE, most: WALK },
  };
}
