import { expect, test } from 'vitest';
import { describeTimes, readFileTimes } from './file-times.ts';

const REPORT = JSON.stringify({
  testResults: [
    { name: '/root/site/a.test.ts', startTime: 1_000, endTime: 2_500 },
    { name: '/root/scripts/b.test.ts', startTime: 1_000, endTime: 5_000 },
    { name: '/root/site/c.test.ts', startTime: 2_000, endTime: 6_500 },
    { name: '/root/site/could-not-be-loaded.test.ts' },
  ],
});

test('lists the share of each room and the longest files, longest first', () => {
  expect(describeTimes(readFileTimes(REPORT, '/root'))).toEqual([
    'time of the test files, by room:',
    '      6.0 s   60 %  site',
    '      4.0 s   40 %  scripts',
    'longest files:',
    '      4.5 s  site/c.test.ts',
    '      4.0 s  scripts/b.test.ts',
    '      1.5 s  site/a.test.ts',
    '      0.0 s  site/could-not-be-loaded.test.ts',
  ]);
});

test('prints nothing about a run without tests', () => {
  expect(describeTimes(readFileTimes('{"testResults":[]}', '/root'))).toEqual([]);
});
