import { expect, it } from 'vitest';
import { isOther } from './sense.ts';

it.each([
  ['the same time', '2026-01-01T09:00:00.123Z', '2026-01-01T09:00:00.123Z', false],
  ['another time zone', '2026-01-01T09:00:00.123Z', '2026-01-01T10:00:00.123+01:00', false],
  ['a rounded last digit', '2026-01-01T09:00:00.1239Z', '2026-01-01T09:00:00.124Z', false],
  ['no fraction of a second', '2026-01-01T09:00:00.987Z', '2026-01-01T09:00:00Z', false],
  ['trailing zeros left out', '2026-01-01T09:00:00.12Z', '2026-01-01T09:00:00.1200Z', false],
  ['two milliseconds later', '2026-01-01T09:00:00.123Z', '2026-01-01T09:00:00.125Z', true],
  ['two seconds later', '2026-01-01T09:00:00Z', '2026-01-01T09:00:02Z', true],
  ['another group', 'group-1', 'group-2', true],
])('compares creation times up to the precision of both: %s', (_what, before, now, isChanged) => {
  expect(isOther(before, now)).toBe(isChanged);
});
