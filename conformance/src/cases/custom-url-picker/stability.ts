import { expectPrompt, expectSame, expectUnharmed } from '../../checks/steadiness.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { type Exchange, statusOf } from '../../suite/exchange.ts';
import { brief, canonical } from '../../suite/json.ts';
import { type Asked, askedIn, type Facts, idsIn, itemsIn, PAGE, WALK } from './facts.ts';

const operation = 'retrieveValues';

/** What shows only over time, or when several ask at once. */
export function stabilityChecks(facts: Facts): Check[] {
  const { check, session, settings } = facts.run;
  const last = { phase: 'last' } as const;
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
    check('UP-10', { of: 'far', title: 'A filter looks behind the first page', operation }, async (trial) => {
      const [page, walk] = [await facts.filtered(), await facts.filteredWalk()];
      trial.saw(page, walk);
      if (statusOf(page) !== 200 || statusOf(walk) !== 200) return;
      const expected = idsIn(walk).slice(0, PAGE);
      if (canonical(idsIn(page)) === canonical(expected)) return;
      trial.violated(
        {
          symptom: 'pages do not join',
          expected: brief(expected),
          actual: brief(idsIn(page)),
        },
        page,
        walk,
      );
    }),
    check(
      'UP-22',
      { of: 'pages', title: 'A page stays the same, whatever was asked in between', operation, ...last },
      async (trial) => {
        await facts.seenBefore();
        const again = await facts.retrieve({ offset: 0, limit: PAGE }, 'the first five values, once more');
        expectSame(trial, await facts.first(), again, 'page changes', listText);
        const walk = await facts.retrieve({ offset: 0, limit: WALK }, 'the first values, once more');
        expectSame(trial, await facts.walk(), walk, 'page changes', listText);
        // Straight after one with a filter, which is the business of that request alone.
        await facts.retrieve(
          { offset: 0, limit: PAGE, filter: facts.nobodyElse },
          'text that no value holds',
        );
        const unfiltered = await facts.retrieve({ offset: 0, limit: PAGE }, 'the first five, after a filter');
        expectSame(trial, await facts.first(), unfiltered, 'page changes', listText);
      },
    ),
    check(
      'UP-22',
      { of: 'spelling', title: 'How the letters of a filter are encoded makes no difference', operation },
      async (trial) => {
        const asked = { offset: 0, limit: PAGE, filter: await facts.filter() };
        const spelled = await facts.spelledOut(asked, 'a filter that is percent-encoded altogether');
        expectSame(trial, await facts.filtered(), spelled, 'page changes', listText);
      },
    ),
    check(
      'UP-22',
      { of: 'aside', ...last, title: 'Pages asked for at once are those asked for one by one', operation },
      async (trial) => {
        await facts.seenBefore();
        const filter = await facts.filter().catch(() => facts.nobody);
        const asked: [Asked, Exchange][] = [
          [{ offset: 0, limit: PAGE }, await facts.first()],
          [{ offset: PAGE, limit: PAGE }, await facts.next()],
          [{ offset: 0, limit: PAGE, filter }, await facts.filtered().catch(() => facts.first())],
          [{ offset: 0, limit: 2 * PAGE }, await facts.both()],
        ];
        const later = await Promise.all(
          asked.map(async ([one, alone]) => ({
            alone,
            at: await facts.retrieve(one, 'several pages at once'),
          })),
        );
        for (const { alone, at } of later) {
          if (askedIn(alone).filter === askedIn(at).filter)
            expectSame(trial, alone, at, 'page changes', listText);
        }
      },
    ),
    check(
      'UP-22',
      { of: 'verdicts', title: 'A verdict stays the same', operation: 'validate', ...last },
      async (trial) => {
        await facts.seenBefore();
        const [known, unknown] = [await facts.selectIds(), await facts.selectUnknown()];
        const ids = (await facts.offered()).slice(0, 2).map(({ id }) => ({ id }));
        // At once, so that a verdict that belongs to another selection shows too.
        const again = await Promise.all(
          [ids, [{ id: facts.nobody }], ids, [{ id: facts.nobody }]].map((selected) =>
            facts.select(selected, 'several selections at once, once more'),
          ),
        );
        for (const [index, exchange] of again.entries())
          expectSame(trial, index % 2 === 0 ? known : unknown, exchange, 'verdict changes', statusText);
      },
    ),
    check(
      'UP-22',
      { of: 'refused', ...last, title: 'A refusal leaves the next page and verdict alone', operation },
      async (trial) => {
        await facts.seenBefore();
        await expectUnharmed(trial, {
          refuse: () => facts.refuse('retrieveValues'),
          ask: () => facts.retrieve({ offset: 0, limit: PAGE }, 'the first five, after a refusal'),
          usual: await facts.first(),
          read: listText,
        });
        const ids = (await facts.offered()).slice(0, 2).map(({ id }) => ({ id }));
        await expectUnharmed(trial, {
          refuse: () => facts.refuse('validate'),
          ask: () => facts.select(ids, 'listed values, after a refusal'),
          usual: await facts.selectIds(),
          read: statusText,
        });
      },
    ),
    check('UP-23', { of: 'pages', title: 'Pages are answered promptly', ...last }, (trial) => {
      const all = session.journal.filter((one) => one.operation === operation && one.intent === 'valid');
      if (all.length === 0) throw new NotApplicable('no page was asked for');
      expectPrompt(
        trial,
        all.filter((one) => askedIn(one).filter === undefined),
        settings.promptness,
        'slow page',
      );
      expectPrompt(
        trial,
        all.filter((one) => askedIn(one).filter !== undefined),
        settings.promptness,
        'slow page',
      );
    }),
    check('UP-23', { of: 'verdicts', title: 'Verdicts are answered promptly', ...last }, (trial) => {
      const all = session.journal.filter((one) => one.operation === 'validate' && one.intent === 'valid');
      expectPrompt(trial, all, settings.promptness, 'slow verdict');
    }),
  ];
}

/** Which values are listed, and in which order; what is told of them may be of the moment. */
function listText(exchange: Exchange): string {
  return `${statusText(exchange)} ${canonical(idsIn(exchange))}`;
}

function statusText({ received }: Exchange): string {
  return String(received?.status);
}
