import type { Trial } from '../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, ownTime, statusOf } from '../suite/exchange.ts';
import { at, brief, canonical, listOf } from '../suite/json.ts';
import type { Session } from '../suite/session.ts';

/** What an answer says, whatever the order of its members. */
function contentOf(exchange: Exchange): string {
  return `${statusOf(exchange)} ${canonical(bodyOf(exchange) ?? exchange.received?.text)}`;
}

/**
 * The same request is answered the same.
 * @param read What counts of an answer; everything by default.
 */
export function expectSame(
  trial: Trial,
  before: Exchange,
  later: Exchange,
  symptom: string,
  read: (exchange: Exchange) => string = contentOf,
): void {
  trial.saw(before, later);
  if (read(before) === read(later)) return;
  trial.violated(
    { symptom, expected: `as before: ${brief(read(before))}`, actual: describeAnswer(later) },
    later,
    before,
  );
}

/** A request whose body holds nothing: every operation whose body has a required member refuses it. */
export function sendNothing(
  session: Session,
  operation: string,
  label = 'a request without anything',
): Promise<Exchange> {
  return session.call({ operation, label, intent: 'invalid', value: {}, patient: true });
}

/** A request that is refused, the one after it, and the answer that this one has to get. */
export interface AfterRefusal {
  readonly refuse: () => Promise<Exchange>;
  readonly ask: () => Promise<Exchange>;
  readonly usual: Exchange;
  readonly read?: (exchange: Exchange) => string;
}

/**
 * A refusal leaves nothing behind: the next request is answered as ever, and the next refusal as well. Asked twice, as
 * others ask beside it.
 */
export async function expectUnharmed(trial: Trial, one: AfterRefusal): Promise<void> {
  let former: Exchange | undefined;
  for (let time = 0; time < 2; time += 1) {
    const refused = await one.refuse();
    const later = await one.ask();
    trial.saw(refused);
    if (former !== undefined && errorsIn(refused) > errorsIn(former)) {
      const [symptom, expected] = ['a refusal tells of former ones', `${errorsIn(former)} errors, as before`];
      return trial.violated({ symptom, expected, actual: describeAnswer(refused) }, refused, former);
    }
    former = refused;
    const read = one.read ?? contentOf;
    expectSame(trial, one.usual, later, 'a refusal spoils the next request', read);
    if (read(one.usual) !== read(later)) return;
  }
}

/** How many errors a refusal lists. */
function errorsIn(exchange: Exchange): number {
  return listOf(at(bodyOf(exchange), 'errors')).length;
}

/**
 * Half of the answers come within the time. One slow answer is nobody's fault, a waking backend neither.
 * @param limit Milliseconds.
 */
export function expectPrompt(
  trial: Trial,
  exchanges: readonly Exchange[],
  limit: number,
  symptom: string,
): void {
  trial.saw(...exchanges);
  const sorted = [...exchanges].sort((left, right) => ownTime(left) - ownTime(right));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined || ownTime(middle) <= limit) return;
  trial.violated(
    {
      symptom,
      expected: `at most ${limit} ms for most answers`,
      actual: `${Math.round(ownTime(middle))} ms for half of ${exchanges.length} answers`,
    },
    middle,
  );
}
