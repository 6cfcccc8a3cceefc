import type { Bisection } from '../suite/bisect.ts';
import type { Check, Statement } from '../suite/check.ts';
import { describeAnswer } from '../suite/exchange.ts';
import type { Run, Scope } from '../suite/run.ts';

/**
 * The check that a variation of a request makes no difference.
 * @param read Undefined if the request is not possible
 */
export function variationCheck<Name extends string>(
  { check }: Pick<Run, 'check'>,
  requirement: string,
  scope: Scope,
  name: Name,
  read: () => Promise<Bisection<Name> | undefined>,
  { symptom, expected }: Pick<Statement, 'symptom'> & Partial<Pick<Statement, 'expected'>>,
): Check {
  return check(requirement, scope, async (trial) => {
    const known = await read();
    if (known === undefined || !known.isFine) return;
    const { work, failing } = known;
    if (failing?.name !== name) return trial.saw((await work.start()).exchange);
    const { shown, plain } = failing;
    const usual = `as in the usual form: ${describeAnswer(plain)}`;
    trial.wrongAnswer(symptom, expected ?? usual, shown, plain);
  });
}
