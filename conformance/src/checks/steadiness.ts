import type { Trial } from '../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, ownTime, statusOf } from '../suite/exchange.ts';
import { at, brief, canonical, listOf } from '../suite/json.ts';
import type { Session } from '../suite/session.ts';

/** The content of an answer, in any order of its members. */
function contentOf(exchange: Exchange): string {
  return `${statusOf(exchange)} ${canonical(bodyOf(exchange) ?? exchange.received?.text)}`;
}

/**
 * The same request gets the same answer.
 * @param read The relevant part of an answer; everything by default.
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

/** An empty body: every operation whose body has a required member refuses it. */
export function sendNothing(
  session: Session,
  operation: string,
  label = 'a request without anything',
): Promise<Exchange> {
  return session.call({ operation, label, intent: 'invalid', value: {}, patient: true });
}

/** A refused request, the one after it, and the expected answer to that. */
export interface AfterRefusal {
  readonly refuse: () => Promise<Exchange>;
  readonly ask: () => Promise<Exchange>;
  readonly usual: Exchange;
  readonly read?: (exchange: Exchange) => string;
}

/**
 * A refusal has no side effects: the next request gets its usual answer, and so does the next refusal. Checked twice,
 * because other checks send requests at the same time.
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
 * Half of the answers arrive in time. A single slow answer is not a defect, and neither is a cold start.
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
