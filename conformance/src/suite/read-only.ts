import { NEEDS_WRITING, NotApplicable, NotTestable } from './check.ts';
import type { Session } from './session.ts';

/** Why nothing can be tried where traffic is judged that others have recorded. */
export const NOTHING_IS_SENT = 'a recording is judged: nothing is sent';

/**
 * Why something is left undone where nothing may be changed: whoever asks for that lacks no fixture, and the verdict says
 * what it rests on. Whoever judges a recording has not asked for it.
 */
export function leftUndone(session: Session): NotApplicable | NotTestable {
  return session.isRecorded === true ? new NotTestable(NOTHING_IS_SENT) : new NotApplicable(NEEDS_WRITING);
}
