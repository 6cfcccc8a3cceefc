import { expect, test } from 'vitest';
import { HeldOutput } from './held-output.ts';

test('what is held comes in order when it is released, and what follows at once', () => {
  const shown: string[] = [];
  const held = new HeldOutput((chunk) => shown.push(chunk.toString()));
  held.write(Buffer.from('first'));
  held.write(Buffer.from('second'));
  expect(shown).toEqual([]);
  held.release();
  held.write(Buffer.from('third'));
  expect(shown).toEqual(['first', 'second', 'third']);
});
