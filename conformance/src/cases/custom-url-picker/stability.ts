import { expectPrompt } from '../../checks/response-time.ts';
import { steadinessChecks } from '../../laws/steadiness.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import type { Exchange } from '../../suite/exchange.ts';
import { canonical } from '../../suite/json.ts';
import { askedIn, type Facts, itemsIn } from './facts.ts';

const operation = 'retrieveValues';
const last = { phase: 'last' } as const;

/** Checks that need repeated or concurrent requests. */
export function stabilityChecks(facts: Facts): Check[] {
  const { run, first, next, walk, both, filtered, selectIds, selectUnknown } = facts;
  const reported = { again: 'UP-22' };
  return [
    ...agreementChecks(facts),
    ...steadinessChecks(run, reported, operation, [first, next, walk, both, filtered]),
    ...steadinessChecks(run, reported, 'validate', [selectIds, selectUnknown]),
    ...promptnessChecks(facts),
  ];
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
        trial.violated({ symptom: 'fields differ', expected, actual: canonical(again) }, both, first);
        return;
      }
    }),
  ];
}

function promptnessChecks({ run: { check, session, settings } }: Facts): Check[] {
  const asked = (of: string): Exchange[] =>
    session.journal.filter((one) => one.operation === of && one.intent === 'valid');
  return [
    check('UP-23', { of: 'pages', title: 'Pages are returned promptly', ...last }, (trial) => {
      const all = asked(operation);
      if (all.length === 0) throw new NotApplicable('no page was requested');
      const isFiltered = (one: Exchange): boolean => askedIn(one).filter !== undefined;
      for (const some of [all.filter((one) => !isFiltered(one)), all.filter(isFiltered)])
        expectPrompt(trial, some, settings.promptness, 'slow page');
    }),
    check('UP-23', { of: 'verdicts', title: 'Verdicts are returned promptly', ...last }, (trial) => {
      expectPrompt(trial, asked('validate'), settings.promptness, 'slow verdict');
    }),
  ];
}
