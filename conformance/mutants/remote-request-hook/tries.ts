import { pause } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { isBody } from '../server.ts';
import { type Answer, type Case, type HookHabits, type Letter, refuse, trackingOf } from './hook.ts';

type Deliver = HookHabits['deliver'];

const TRIES = 4;

/** Sends a changed decision on retry. */
const changingItsLetter =
  (change: (letter: Letter) => Letter): Deliver =>
  async (send, letter) => {
    for (let count = 0; count < 3; count += 1) {
      const { status } = await send(count === 0 ? letter : change(letter));
      if (status !== 404 && status < 500) return;
      await pause(150 * 2 ** count);
    }
  };

/** Decides with its own rule whether to retry. */
const goingOn =
  (isOver: (status: number, count: number) => boolean): Deliver =>
  async (send, letter) => {
    for (let count = 0; count < TRIES; count += 1) {
      const { status } = await send(letter);
      if (isOver(status, count)) return;
      await pause(120 * 2 ** count);
    }
  };

const isTrouble = (status: number): boolean => status === 404 || status >= 500;

/** Sends the decision to a changed address. */
const at = (change: (url: string) => string): Partial<HookHabits> => ({ address: ({ url }) => change(url) });

/** Removes the query from the address on retry. */
function tidyingLater(): HookHabits['address'] {
  const tried = new Set<Case>();
  return (one) => {
    if (tried.has(one)) return one.url.replace(/\?.*$/, '');
    tried.add(one);
    return one.url;
  };
}

/** Sends no more decisions after the platform has returned 409 once. */
function givingUp(): Deliver {
  let isOver = false;
  return async (send, letter) => {
    let answer: Answer | undefined;
    for (let count = 0; count < 3 && !isOver; count += 1) {
      answer = await send(letter);
      isOver ||= answer.status === 409;
      if (!isTrouble(answer.status)) return;
      await pause(150 * 2 ** count);
    }
  };
}

/** A race condition: two simultaneous requests with the same id become two cases. */
function racing(): HookHabits['keyOf'] {
  const seen = new Map<string, number>();
  return (requestId) => {
    const last = seen.get(requestId);
    const now = performance.now();
    seen.set(requestId, now);
    return last !== undefined && now - last < 500 ? `${requestId} ${now}` : requestId;
  };
}

/** Accepts ids that are not UUIDs but match the pattern. */
const taking = (form: RegExp): Partial<HookHabits> => ({
  refuse: ({ headers }, found) =>
    form.test(String(headers['x-request-id']))
      ? found.filter(({ field }) => field !== 'x-request-id')
      : found,
});

/** Rejects the request that follows a rejected one. */
function refusingOnceMore(): Partial<HookHabits> {
  let isSpoilt = false;
  return {
    answer(reply) {
      const wasSpoilt = isSpoilt;
      isSpoilt = reply.status === 400;
      return wasSpoilt && reply.status === 202 ? refuse(400, ['fields']) : reply;
    },
  };
}

const refusingFields = (isBad: (value: unknown) => boolean): Partial<HookHabits> => ({
  answer: (reply, { input }) =>
    reply.status === 202 &&
    isBody(input) &&
    isBody(input['fields']) &&
    Object.values(input['fields']).some(isBad)
      ? refuse(400, ['fields'])
      : reply,
});

/** Mutants that send a decision too often, to a wrong address, or with wrong content. */
export const tryMutants: readonly Mutant<HookHabits>[] = [
  mutant('HK-10', 'drops the trailing slash of the path of respondToUrl', () =>
    at((url) => url.replace('/?', '?')),
  ),
  mutant('HK-10', 'merges double slashes in respondToUrl', () =>
    at((url) => url.replace(/([^:])\/\//g, '$1/')),
  ),
  mutant('HK-10', 'replaces a plus sign in respondToUrl with a blank', () =>
    at((url) => url.replaceAll('+', '%20')),
  ),
  mutant('HK-10', 'keeps only one of the repeated parameters of respondToUrl', () =>
    at((url) => url.replace('n=1&n=2', 'n=2')),
  ),
  mutant('HK-10', 'drops the query of respondToUrl on a retry', () => ({ address: tidyingLater() })),
  mutant('HK-10', 'sends no decision after one got a 409', () => ({ deliver: givingUp() })),
  mutant('HK-10', 'treats two requests whose addresses differ only in their query as duplicates', () => ({
    keyOf: (_, url) => url.replace(/\?.*$/, ''),
  })),
  mutant('HK-22', 'treats two requests with the same address as duplicates', () => ({
    keyOf: (_, url) => url,
  })),
  mutant('HK-14', 'opens two approvals for concurrent duplicates', () => ({ keyOf: racing() })),
  mutant('HK-16', 'sends the decision by POST on a retry', () => ({
    deliver: changingItsLetter((letter) => ({ ...letter, method: 'POST' })),
  })),
  mutant('HK-11', 'sends an empty body on a retry', () => ({
    deliver: changingItsLetter((letter) => ({ ...letter, text: '' })),
  })),
  mutant('HK-17', 'names another case on a retry', () => ({
    deliver: changingItsLetter((letter) => {
      const decision: unknown = JSON.parse(letter.text);
      const hookInfo = { message: 'Approved.', tracking: trackingOf('case-again') };
      return { ...letter, text: JSON.stringify({ ...(isBody(decision) ? decision : {}), hookInfo }) };
    }),
  })),
  mutant('HK-12', 'ignores a 409 on a retry', () => ({
    deliver: goingOn((status, count) =>
      count === 0 ? !isTrouble(status) : !isTrouble(status) && status !== 409,
    ),
  })),
  mutant('HK-17', 'ignores the response to a retry', () => ({
    deliver: goingOn((status, count) => count === 0 && !isTrouble(status)),
  })),
  mutant('HK-01', 'rejects the valid request after a rejected one', () => refusingOnceMore()),
  mutant('HK-23', 'rejects fields that are not strings', () =>
    refusingFields((value) => typeof value === 'number' || value === null),
  ),
  mutant('HK-23', 'rejects a field of several lines', () =>
    refusingFields((value) => typeof value === 'string' && value.includes('\n')),
  ),
  mutant('HK-03', 'accepts a UUID without dashes', () => taking(/^[0-9a-f]{32}$/i)),
  mutant('HK-03', 'accepts short groups in a UUID', () => taking(/^[0-9a-f]+(-[0-9a-f]+){4}$/i)),
];
