import { NEEDS_WRITING, NotApplicable, NotTestable } from './check.ts';
import type { Session } from './session.ts';

/** Why checks of recorded traffic cannot send requests. */
export const NOTHING_IS_SENT = 'the input is a recording: nothing is sent';

/**
 * Why a check does not run without write access: with `--read-only` it is not a missing fixture, and the verdict states
 * the option. For a recording the option was not set.
 */
export function leftUndone(session: Session): NotApplicable | NotTestable {
  return session.isRecorded === true ? new NotTestable(NOTHING_IS_SENT) : new NotApplicable(NEEDS_WRITING);
}
