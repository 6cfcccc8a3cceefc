import { NotTestable } from './check.ts';
import type { Session } from './session.ts';

/** Why nothing can be tried where traffic is judged that others have recorded. */
export const NOTHING_IS_SENT = 'a recording is judged: nothing is sent';

/**
 * Why something is left undone where nothing may be changed. Whoever judges a recording has not asked for that, so the
 * option is not named to them.
 * @param told What the option kept from happening.
 */
export function leftUndone(session: Session, told: string): NotTestable {
  return new NotTestable(session.isRecorded === true ? NOTHING_IS_SENT : `--read-only: ${told}`);
}
