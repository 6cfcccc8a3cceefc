import { expect, it } from 'vitest';
import { formatAgo, formatDate } from './format.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');

it.each([
  ['2026-03-02T11:59:30Z', 'just now'],
  ['2026-03-02T11:58:30Z', '1 min ago'],
  ['2026-03-02T09:30:00Z', '2 h ago'],
])('%s is %s', (start, want) => {
  expect(formatAgo(start, NOW)).toBe(want);
});

it('is a date after a day', () => {
  const start = '2026-02-28T12:00:00Z';
  expect(formatAgo(start, NOW)).toBe(formatDate(start));
});
