import { expectPrompt } from '../../checks/response-time.ts';
import { steadinessChecks } from '../../laws/steadiness.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { statusOf } from '../../suite/exchange.ts';
import { type Facts, OPERATION } from './facts.ts';

/** Checks that need repeated or concurrent requests. */
export function stabilityChecks(facts: Facts): Check[] {
  const { check, session, settings } = facts.run;
  const first = async () => (await facts.first()).exchange;
  return [
    ...steadinessChecks(facts.run, { again: 'PR-16' }, OPERATION, [
      facts.small,
      facts.unknownId,
      first,
      facts.next,
      facts.one,
    ]),
    check('PR-17', { phase: 'last' }, (trial) => {
      const refused = session.journal.filter(
        (one) => one.intent === 'invalid' && Math.trunc(statusOf(one) / 100) === 4,
      );
      if (refused.length === 0) throw new NotApplicable('no request was rejected');
      expectPrompt(trial, refused, settings.promptness, 'slow rejection');
    }),
  ];
}
