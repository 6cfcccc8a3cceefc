import { expect, test } from 'vitest';
import { type Attempt, formatTable, isProven } from './table.ts';

const OK: Attempt = { what: '@made/up', node: '22.1.0', kind: 'load', verdict: 'ok' };
const FAILED: Attempt = { ...OK, node: '24.2.0', verdict: 'failed', reason: 'no such file' };
const SKIPPED: Attempt = { ...OK, node: '20.19', kind: 'install', verdict: 'skipped', reason: 'offline' };

test('a failure and a Node.js that is missing are in the table, with their reasons', () => {
  expect(formatTable([OK, FAILED, SKIPPED])).toBe(
    [
      'package   check    22.1.0  24.2.0  20.19',
      '@made/up  load     ok      failed  -',
      '@made/up  install  -       -       skipped',
      '',
      '@made/up, load, Node.js 24.2.0: no such file',
      '',
      '@made/up, install, Node.js 20.19: offline',
      '',
      '1 ok, 1 failed, 1 skipped',
    ].join('\n'),
  );
});

test('something must have been tried, and nothing may have failed', () => {
  expect(isProven([OK, SKIPPED])).toBe(true);
  expect(isProven([OK, FAILED])).toBe(false);
  expect(isProven([SKIPPED])).toBe(false);
});
