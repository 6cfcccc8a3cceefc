import { expectPrompt, expectSame, expectUnharmed } from '../../checks/steadiness.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange } from '../../suite/exchange.ts';
import { at, canonical, type JsonObject } from '../../suite/json.ts';
import { type Asked, askedIn, type Facts, idsIn, itemsIn, PAGE, WALK } from './facts.ts';

const operation = 'retrieveValues';
const last = { phase: 'last' } as const;
const FIRST = { offset: 0, limit: PAGE };

/** Checks that need repeated or concurrent requests. */
export function stabilityChecks(facts: Facts): Check[] {
  return [...agreementChecks(facts), ...repetitionChecks(facts), ...promptnessChecks(facts)];
}

/** Pages agree with one another. */
function agreementChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('UP-17', { operation }, async (trial) => {
      const [first, both] = [await facts.first(), await facts.both()];
      trial.saw(first, both);
      for (const item of itemsIn(first)) {
        const again = itemsIn(both).find(({ id }) => id === item['id']);
        if (again === undefined || canonical(again) === canonical(item)) continue;
        const expected = Object.keys(item).join(', ');
        trial.violated({ symptom: 'members differ', expected, actual: canonical(again) }, both, first);
        return;
      }
    }),
  ];
}

/** A repeated request gets the same answer. */
function repetitionChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check(
      'UP-22',
      { of: 'pages', title: 'A page stays the same, whatever was asked in between', operation, ...last },
      (trial) => staySame(trial, facts),
    ),
    check(
      'UP-22',
      { of: 'spelling', title: 'How the letters of a filter are encoded makes no difference', operation },
      async (trial) => {
        const asked = { ...FIRST, filter: await facts.filter() };
        const spelled = await facts.spelledOut(asked, 'a filter that is percent-encoded altogether');
        expectSamePage(trial, await facts.filtered(), spelled);
      },
    ),
    check(
      'UP-22',
      { of: 'aside', ...last, title: 'Pages asked for at once are those asked for one by one', operation },
      (trial) => areSameAtOnce(trial, facts),
    ),
    check(
      'UP-22',
      { of: 'verdicts', title: 'A verdict stays the same', operation: 'validate', ...last },
      (trial) => areJudgedTheSame(trial, facts),
    ),
    check(
      'UP-22',
      { of: 'refused', ...last, title: 'A refusal leaves the next page and verdict alone', operation },
      (trial) => areLeftAlone(trial, facts),
    ),
  ];
}

async function staySame(trial: Trial, facts: Facts): Promise<void> {
  await facts.seenBefore();
  const again = await facts.retrieve(FIRST, 'the first five values, once more');
  expectSamePage(trial, await facts.first(), again);
  const walk = await facts.retrieve({ offset: 0, limit: WALK }, 'the first values, once more');
  expectSamePage(trial, await facts.walk(), walk);
  // Directly after a request with a filter, which must affect only that request.
  await facts.retrieve({ ...FIRST, filter: facts.nobodyElse }, 'text that no value holds');
  const unfiltered = await facts.retrieve(FIRST, 'the first five, after a filter');
  expectSamePage(trial, await facts.first(), unfiltered);
}

async function areSameAtOnce(trial: Trial, facts: Facts): Promise<void> {
  await facts.seenBefore();
  const filter = await facts.filter().catch(() => facts.nobody);
  const asked: [Asked, Exchange][] = [
    [FIRST, await facts.first()],
    [{ offset: PAGE, limit: PAGE }, await facts.next()],
    [{ ...FIRST, filter }, await facts.filtered().catch(() => facts.first())],
    [{ offset: 0, limit: 2 * PAGE }, await facts.both()],
  ];
  const later = await Promise.all(
    asked.map(async ([one, alone]) => ({
      alone,
      aside: await facts.retrieve(one, 'several pages at once'),
    })),
  );
  for (const { alone, aside } of later)
    if (askedIn(alone).filter === askedIn(aside).filter) expectSamePage(trial, alone, aside);
}

async function areJudgedTheSame(trial: Trial, facts: Facts): Promise<void> {
  await facts.seenBefore();
  const [known, unknown] = [await facts.selectIds(), await facts.selectUnknown()];
  const [ids, nobody] = [await selectedIds(facts), [{ id: facts.nobody }]];
  // Concurrently, so that a verdict on another selection shows too.
  const again = await Promise.all(
    [ids, nobody, ids, nobody].map((selected) =>
      facts.select(selected, 'several selections at once, once more'),
    ),
  );
  for (const [index, exchange] of again.entries())
    expectSame(trial, index % 2 === 0 ? known : unknown, exchange, 'verdict changes', verdictText);
}

async function areLeftAlone(trial: Trial, facts: Facts): Promise<void> {
  await facts.seenBefore();
  await expectUnharmed(trial, {
    refuse: () => facts.refuse('retrieveValues'),
    ask: () => facts.retrieve(FIRST, 'the first five, after a refusal'),
    usual: await facts.first(),
    read: listText,
  });
  const ids = await selectedIds(facts);
  await expectUnharmed(trial, {
    refuse: () => facts.refuse('validate'),
    ask: () => facts.select(ids, 'listed values, after a refusal'),
    usual: await facts.selectIds(),
    read: statusText,
  });
}

/** The ids of what was selected first. */
async function selectedIds(facts: Facts): Promise<JsonObject[]> {
  return (await facts.offered()).slice(0, 2).map(({ id }) => ({ id }));
}

function promptnessChecks({ run: { check, session, settings } }: Facts): Check[] {
  const asked = (of: string): Exchange[] =>
    session.journal.filter((one) => one.operation === of && one.intent === 'valid');
  return [
    check('UP-23', { of: 'pages', title: 'Pages are answered promptly', ...last }, (trial) => {
      const all = asked(operation);
      if (all.length === 0) throw new NotApplicable('no page was asked for');
      const isFiltered = (one: Exchange): boolean => askedIn(one).filter !== undefined;
      for (const some of [all.filter((one) => !isFiltered(one)), all.filter(isFiltered)])
        expectPrompt(trial, some, settings.promptness, 'slow page');
    }),
    check('UP-23', { of: 'verdicts', title: 'Verdicts are answered promptly', ...last }, (trial) => {
      expectPrompt(trial, asked('validate'), settings.promptness, 'slow verdict');
    }),
  ];
}

function expectSamePage(trial: Trial, before: Exchange, later: Exchange): void {
  expectSame(trial, before, later, 'page changes', listText);
}

/** The ids of the listed values in order; their other members may change at any time. */
function listText(exchange: Exchange): string {
  return `${statusText(exchange)} ${canonical(idsIn(exchange))}`;
}

/** The verdict, and the number of values in it. */
function verdictText(exchange: Exchange): string {
  const errors = at(bodyOf(exchange), 'errors');
  return `${statusText(exchange)}${Array.isArray(errors) ? ` with ${errors.length} errors` : ''}`;
}

function statusText({ received }: Exchange): string {
  return String(received?.status);
}
