import { expect, it } from 'vitest';
import { createSolitude } from './solitude.ts';

const BUDGET = 10_000;

/** Reports the end of a task as the polls of a run do. */
function end(solitude: ReturnType<typeof createSolitude>, looks: number, age: number): void {
  const wasAlone = solitude.patience('updateacl') > 0;
  if (wasAlone) solitude.looked('updateacl', looks > 0);
  solitude.ended('updateacl', { looks, age, wasAlone });
}

it('skips work whose first task finished immediately', () => {
  const solitude = createSolitude(BUDGET);
  end(solitude, 0, 2);
  expect(solitude.patience('updateacl')).toBe(0);
});

it('waits once until a task must be finished, and not again if it was', () => {
  const solitude = createSolitude(BUDGET);
  end(solitude, 3, 100);
  expect(solitude.patience('updateacl')).toBe(104);
  solitude.looked('updateacl', false);
  solitude.ended('updateacl', { looks: 0, age: 104, wasAlone: true });
  expect(solitude.patience('updateacl')).toBe(0);
});

it('waits longer for work that always needs the same number of polls', () => {
  const solitude = createSolitude(BUDGET);
  end(solitude, 2, 100);
  end(solitude, 2, 150);
  expect(solitude.patience('updateacl')).toBe(450);
  end(solitude, 2, 350);
  expect(solitude.patience('updateacl')).toBe(900);
  end(solitude, 2, 650);
  expect(solitude.patience('updateacl')).toBe(0);
});

it('does not wait beyond the budget', () => {
  const solitude = createSolitude(200);
  end(solitude, 2, 160);
  expect(solitude.patience('updateacl')).toBe(0);
});
