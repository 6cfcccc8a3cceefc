import { Problem } from '@tessera/reference-servers/harness';

/** NUL and halves of surrogate pairs: JSON can write them, PostgreSQL cannot store them. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u;

/** @throws Problem that names the first text of a body that cannot be stored */
export function checkTexts(body: unknown): void {
  const field = findText(body, '');
  if (field === undefined) return;
  throw new Problem('ASSISTANT_REQUEST_INVALID', {
    field,
    problem: 'must not hold NUL or an unpaired surrogate',
  });
}

function findText(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return NOT_STORABLE.test(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (NOT_STORABLE.test(name)) return path === '' ? 'a name' : path;
    const found = findText(member, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
