import { expect, it } from 'vitest';
import { createSolitude } from './solitude.ts';

const BUDGET = 10_000;

/** Reports the end of a task as the polls of a run do. */
function end(solitude: ReturnType<typeof createSolitude>, looks: number, age: number): void {
  const wasAlone = solitude.patience('updateacl') > 0;
  if (wasAlone) solitude.looked('updateacl', looks > 0);
  solitude.ended('updateacl', { looks, age, wasAlone });
}

it('leaves nobody alone of whose work the first task was done at once', () => {
  const solitude = createSolitude(BUDGET);
  end(solitude, 0, 2);
  expect(solitude.patience('updateacl')).toBe(0);
});

it('waits once until a task should have ended, and not again where it had', () => {
  const solitude = createSolitude(BUDGET);
  end(solitude, 3, 100);
  expect(solitude.patience('updateacl')).toBe(104);
  solitude.looked('updateacl', false);
  solitude.ended('updateacl', { looks: 0, age: 104, wasAlone: true });
  expect(solitude.patience('updateacl')).toBe(0);
});

it('waits longer and longer for work that takes as many looks however long it was left alone', () => {
  const solitude = createSolitude(BUDGET);
  end(solitude, 2, 100);
  end(solitude, 2, 150);
  expect(solitude.patience('updateacl')).toBe(450);
  end(solitude, 2, 350);
  expect(solitude.patience('updateacl')).toBe(900);
  end(solitude, 2, 650);
  expect(solitude.patience('updateacl')).toBe(0);
});

it('waits for nothing that may not take so long', () => {
  const solitude = createSolitude(200);
  end(solitude, 2, 160);
  expect(solitude.patience('updateacl')).toBe(0);
});
