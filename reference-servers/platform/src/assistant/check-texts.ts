import { Problem } from '@tessera/reference-servers/harness';
import { findUnstorable, UNSTORABLE } from '../text/storable.ts';

/** @throws Problem that names the first text of a body that cannot be stored */
export function checkTexts(body: unknown): void {
  const field = findUnstorable(body);
  if (field !== undefined) throw new Problem('ASSISTANT_REQUEST_INVALID', { field, problem: UNSTORABLE });
}
