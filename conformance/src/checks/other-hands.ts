import type { Bisection } from '../suite/bisect.ts';
import { type Check, NotApplicable } from '../suite/check.ts';
import { bodyOf, describeAnswer } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';
import { isTaken, type Work } from '../suite/work.ts';
import { validationsOf } from './validations.ts';
import { variationCheck } from './variations.ts';

/** The symptom of work that fails in an unusual format of the descriptor. */
const NOT_READ = 'descriptor rejected: with document markers';

/** The text in the format of other editors: all unusual syntax at once. */
export function asOthersWriteIt(text: string): string {
  return betweenMarkers(text.replaceAll(/\r?\n/g, '\n')).replaceAll('\n', '\r\n');
}

/** The text between YAML document markers, with a comment whose characters have up to four bytes. */
export function betweenMarkers(text: string): string {
  const bare = text.replace(/^---\r?\n/, '').trimEnd();
  return `---\n# written by hand: Größe, 東京, 🚚\n${bare}\n...\n`;
}

/**
 * A task has the same result in any format of a descriptor. It is read when the task is over: no request polls it
 * before.
 */
export function taskFormCheck(
  { check, contract }: Pick<Run, 'check' | 'contract'>,
  requirement: string,
  usual: Work,
  unattended: Work,
): Check {
  const { asTask: operation, foundByTask } = validationsOf(contract);
  const title = 'The asynchronous validation accepts a descriptor with document markers';
  const scope = { of: `${operation}.by-others`, title, operation, phase: 'last' } as const;
  return check(requirement, scope, async (trial) => {
    const plain = await usual.end();
    if (plain.task === undefined) throw new NotApplicable('the validation is synchronous');
    const started = await unattended.start();
    const ended = isTaken(started) ? await unattended.end() : undefined;
    const shown = ended?.exchange ?? started.exchange;
    trial.saw(shown, plain.exchange);
    const isSame = foundByTask(bodyOf(shown)) === foundByTask(plain.body);
    if (ended?.state === plain.state && isSame) return;
    trial.wrongAnswer(
      NOT_READ,
      `as in the usual form: ${describeAnswer(plain.exchange)}`,
      shown,
      plain.exchange,
    );
  });
}

/**
 * The checks that work reads a descriptor in the format of other editors.
 * @param works By operation; undefined if the work is not possible
 */
export function workFormChecks(
  run: Pick<Run, 'check'>,
  requirement: string,
  works: Readonly<Record<string, () => Promise<Bisection | undefined>>>,
): Check[] {
  return Object.entries(works).map(([operation, read]) => {
    const title = `${operation}: a descriptor is read in every form of YAML`;
    const scope = { of: `${operation}.by-others`, title, operation };
    return variationCheck(run, requirement, scope, 'form', read, { symptom: NOT_READ });
  });
}
