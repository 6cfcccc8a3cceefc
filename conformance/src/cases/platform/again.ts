import type { Facts } from './facts.ts';

const ATTEMPTS = 4;
/** Delay before the next attempt, in milliseconds; it grows with each: an index or a cache may be late. */
const PAUSE = 200;

/** Repeats a request until its answer shows a change. Returns the last answer if none does. */
export async function lookAgain<T>(
  { run }: Pick<Facts, 'run'>,
  look: () => Promise<T>,
  isTold: (answer: T) => boolean,
): Promise<T> {
  let answer = await look();
  for (let attempt = 1; attempt < ATTEMPTS && !isTold(answer); attempt += 1) {
    await run.session.pause(PAUSE * attempt);
    answer = await look();
  }
  return answer;
}
