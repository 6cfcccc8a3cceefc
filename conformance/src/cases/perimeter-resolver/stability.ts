import { promptRefusals } from '../../checks/response-time.ts';
import { steadinessChecks } from '../../laws/steadiness.ts';
import type { Check } from '../../suite/check.ts';
import { type Facts, OPERATION } from './facts.ts';

/** Checks that need repeated or concurrent requests. */
export function stabilityChecks({ run, small, unknownId, first, next, one }: Facts): Check[] {
  const alone = async () => (await first()).exchange;
  return [
    ...steadinessChecks(run, { again: 'PR-16' }, OPERATION, [small, unknownId, alone, next, one]),
    promptRefusals(run, 'PR-17'),
  ];
}
