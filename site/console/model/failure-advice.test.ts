import { expect, it } from 'vitest';
import { adviceFor } from './failure-advice.ts';

it('names the server that did not answer', () => {
  const result = 'provision got no complete answer from http://127.0.0.1:42825: ECONNREFUSED (request 1)';
  expect(adviceFor(result)).toContain('Start the server at http://127.0.0.1:42825, or correct its address');
});

it('leads to the exchanges for any other error', () => {
  expect(adviceFor('The disk is full.')).toContain('Open the task to see the request and its answer.');
});
