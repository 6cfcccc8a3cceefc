import { describe, expect, test } from 'vitest';
import { add, countVitest, tallyLine } from './tally.ts';

function report(...files: { status: string; message?: string; tests: string[] }[]): string {
  return JSON.stringify({
    testResults: files.map(({ status, message, tests }, index) => ({
      name: `file-${index}.test.ts`,
      status,
      message,
      assertionResults: tests.map((verdict) => ({ status: verdict, fullName: `is ${verdict}` })),
    })),
  });
}

describe('countVitest', () => {
  test('counts passed, failed and everything else as skipped', () => {
    const text = report({
      status: 'failed',
      tests: ['passed', 'passed', 'failed', 'pending', 'todo', 'skipped'],
    });
    expect(countVitest({ report: text, exitCode: 1 })).toEqual({
      passed: 2,
      failed: 1,
      skipped: 3,
      failures: ['file-0.test.ts: is failed'],
      repeated: [],
    });
  });

  test('lists tests that passed only when repeated', () => {
    const passed = { status: 'passed', fullName: 'is there', failureMessages: ['TimeoutError: late\nat x'] };
    const file = { name: 'a.test.ts', status: 'passed', assertionResults: [passed] };
    const text = JSON.stringify({ testResults: [file] });
    expect(countVitest({ report: text, exitCode: 0 })).toMatchObject({
      passed: 1,
      failed: 0,
      repeated: ['a.test.ts: is there: TimeoutError: late'],
    });
  });

  test('counts a file that cannot be loaded as one failure', () => {
    const text = report(
      { status: 'passed', tests: ['passed'] },
      { status: 'failed', message: 'SyntaxError: x\nat y', tests: [] },
    );
    expect(countVitest({ report: text, exitCode: 1 })).toMatchObject({
      passed: 1,
      failed: 1,
      failures: ['file-1.test.ts: SyntaxError: x'],
    });
  });

  const nothing = [
    { what: 'no report was written', report: undefined, exitCode: 1 },
    { what: 'no file was found', report: report(), exitCode: 0 },
    { what: 'a file holds no test', report: report({ status: 'passed', tests: [] }), exitCode: 0 },
  ];
  test.each(nothing)('fails when $what', (run) => {
    expect(countVitest(run)).toMatchObject({ passed: 0, failed: 1 });
  });

  test('fails when all tests pass but vitest exits with an error', () => {
    const text = report({ status: 'passed', tests: ['passed'] });
    const { passed, failed, failures } = countVitest({ report: text, exitCode: 1 });
    expect([passed, failed]).toEqual([1, 1]);
    expect(failures).toEqual([expect.stringContaining('no test failed: see its unhandled errors')]);
    expect(countVitest({ report: text, exitCode: 0 })).toMatchObject({ passed: 1, failed: 0 });
  });
});

test('the last line counts skipped tests only if there are any', () => {
  const one = { passed: 3, failed: 0, skipped: 0 };
  expect(tallyLine(one)).toBe('3 passed, 0 failed');
  expect(tallyLine(add(one, { passed: 1, failed: 2, skipped: 4 }))).toBe('4 passed, 2 failed, 4 skipped');
});
