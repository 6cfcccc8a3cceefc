import { expect, it } from 'vitest';
import { createSpareTime } from './spare-time.ts';

it('runs nothing while jobs are being added, and all jobs in order afterwards', async () => {
  const done: number[] = [];
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const spare = createSpareTime((item: number) => {
    done.push(item);
    if (item === 99) finish();
  });
  for (let item = 0; item < 100; item += 1) spare.add(item);
  expect(done).toEqual([]);
  await finished;
  expect(done).toEqual(Array.from({ length: 100 }, (_, item) => item));
});

it('drops waiting jobs when it is stopped', async () => {
  const done: number[] = [];
  const spare = createSpareTime((item: number) => done.push(item));
  spare.add(1);
  spare.stop();
  const other = new Promise<void>((resolve) => {
    createSpareTime(() => resolve()).add(2);
  });
  await other;
  expect(done).toEqual([]);
});

it('continues after a failed job, whose result rejects with the error', async () => {
  const done = await new Promise<string>((resolve) => {
    const spare = createSpareTime((item: string) => {
      if (item === 'broken') throw new RangeError('nested without end');
      resolve(item);
    });
    spare.add('broken');
    spare.add('good');
  });
  expect(done).toBe('good');
});
