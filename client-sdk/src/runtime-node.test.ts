import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newUuid, setAlarm } from './runtime-node.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('alarms ring when they are due, in whatever order they were set', () => {
  const rung: string[] = [];
  setAlarm(60, () => rung.push('60'));
  setAlarm(5, () => rung.push('5'));
  setAlarm(30, () => rung.push('30'));
  vi.advanceTimersByTime(4);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual(['5']);
  vi.advanceTimersByTime(54);
  expect(rung).toEqual(['5', '30']);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual(['5', '30', '60']);
});

test('an alarm that was taken back does not ring, and those after it do', () => {
  const rung: string[] = [];
  const takeBack = setAlarm(5, () => rung.push('5'));
  setAlarm(30, () => rung.push('30'));
  takeBack();
  vi.advanceTimersByTime(30);
  expect(rung).toEqual(['30']);
  setAlarm(10, () => rung.push('later'));
  vi.advanceTimersByTime(10);
  expect(rung).toEqual(['30', 'later']);
});

test('an alarm may set another one, and one without end never rings', () => {
  const rung: string[] = [];
  setAlarm(Infinity, () => rung.push('never'));
  setAlarm(1, () => setAlarm(1, () => rung.push('again')));
  vi.advanceTimersByTime(2);
  expect(rung).toEqual(['again']);
});

test('a process ends at once when its alarms are taken back, and waits for those that are not', async () => {
  const run = promisify(execFile);
  const module = JSON.stringify(new URL('./runtime-node.ts', import.meta.url).href);
  const program = `const { setAlarm } = await import(${module});
setAlarm(3_600_000, () => {})();
setAlarm(20, () => process.stdout.write('rung'));`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
  expect(stdout).toBe('rung');
}, 60_000);

test('every id is a UUID, and none comes twice', () => {
  const ids = Array.from({ length: 2 ** 17 }, () => newUuid());
  expect(new Set(ids).size).toBe(ids.length);
  const shape = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  expect(ids.filter((id) => !shape.test(id))).toEqual([]);
});
