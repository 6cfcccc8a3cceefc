import { pause } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
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
  {
    name: 'hook-cuts-the-last-slash',
    class: 'linkage between operations',
    defect: 'drops the trailing slash of the path of respondToUrl',
    caughtBy: 'HK-10',
    habits: () => at((url) => url.replace('/?', '?')),
  },
  {
    name: 'hook-joins-slashes',
    class: 'linkage between operations',
    defect: 'merges double slashes in respondToUrl',
    caughtBy: 'HK-10',
    habits: () => at((url) => url.replace(/([^:])\/\//g, '$1/')),
  },
  {
    name: 'hook-reads-plus-as-blank',
    class: 'linkage between operations',
    defect: 'replaces a plus sign in respondToUrl with a blank',
    caughtBy: 'HK-10',
    habits: () => at((url) => url.replaceAll('+', '%20')),
  },
  {
    name: 'hook-keeps-the-last-of-a-name',
    class: 'linkage between operations',
    defect: 'keeps only one of the repeated parameters of respondToUrl',
    caughtBy: 'HK-10',
    habits: () => at((url) => url.replace('n=1&n=2', 'n=2')),
  },
  {
    name: 'hook-tries-elsewhere',
    class: 'linkage between operations',
    defect: 'drops the query of respondToUrl on a retry',
    caughtBy: 'HK-10',
    habits: () => ({ address: tidyingLater() }),
  },
  {
    name: 'hook-gives-up-for-good',
    class: 'state over time',
    defect: 'sends no decision after one got a 409',
    caughtBy: 'HK-10',
    habits: () => ({ deliver: givingUp() }),
  },
  {
    name: 'hook-knows-requests-by-path',
    class: 'identity and isolation',
    defect: 'treats two requests whose addresses differ only in their query as duplicates',
    caughtBy: 'HK-10',
    habits: () => ({ keyOf: (_, url) => url.replace(/\?.*$/, '') }),
  },
  {
    name: 'hook-knows-requests-by-address',
    class: 'identity and isolation',
    defect: 'treats two requests with the same address as duplicates',
    caughtBy: 'HK-22',
    habits: () => ({ keyOf: (_, url) => url }),
  },
  {
    name: 'hook-loses-a-race',
    class: 'identity and isolation',
    defect: 'opens two approvals for concurrent duplicates',
    caughtBy: 'HK-14',
    habits: () => ({ keyOf: racing() }),
  },
  {
    name: 'hook-tries-again-by-post',
    class: 'sequence',
    defect: 'sends the decision by POST on a retry',
    caughtBy: 'HK-16',
    habits: () => ({ deliver: changingItsLetter((letter) => ({ ...letter, method: 'POST' })) }),
  },
  {
    name: 'hook-tries-again-with-nothing',
    class: 'sequence',
    defect: 'sends an empty body on a retry',
    caughtBy: 'HK-11',
    habits: () => ({ deliver: changingItsLetter((letter) => ({ ...letter, text: '' })) }),
  },
  {
    name: 'hook-tries-again-about-another-case',
    class: 'identity and isolation',
    defect: 'names another case on a retry',
    caughtBy: 'HK-17',
    habits: () => ({
      deliver: changingItsLetter((letter) => {
        const decision: unknown = JSON.parse(letter.text);
        const hookInfo = { message: 'Approved.', tracking: trackingOf('case-again') };
        return { ...letter, text: JSON.stringify({ ...(isBody(decision) ? decision : {}), hookInfo }) };
      }),
    }),
  },
  {
    name: 'hook-insists-once-in-trouble',
    class: 'sequence',
    defect: 'ignores a 409 on a retry',
    caughtBy: 'HK-12',
    habits: () => ({
      deliver: goingOn((status, count) =>
        count === 0 ? !isTrouble(status) : !isTrouble(status) && status !== 409,
      ),
    }),
  },
  {
    name: 'hook-sends-on-once-in-trouble',
    class: 'sequence',
    defect: 'ignores the response to a retry',
    caughtBy: 'HK-17',
    habits: () => ({ deliver: goingOn((status, count) => count === 0 && !isTrouble(status)) }),
  },
  {
    name: 'hook-refuses-once-more',
    class: 'state over time',
    defect: 'rejects the valid request after a rejected one',
    caughtBy: 'HK-01',
    habits: () => refusingOnceMore(),
  },
  {
    name: 'hook-wants-text',
    class: 'negatives',
    defect: 'rejects fields that are not strings',
    caughtBy: 'HK-23',
    habits: () => refusingFields((value) => typeof value === 'number' || value === null),
  },
  {
    name: 'hook-wants-one-line',
    class: 'negatives',
    defect: 'rejects a field of several lines',
    caughtBy: 'HK-23',
    habits: () => refusingFields((value) => typeof value === 'string' && value.includes('\n')),
  },
  {
    name: 'hook-adds-the-dashes',
    class: 'negatives',
    defect: 'accepts a UUID without dashes',
    caughtBy: 'HK-03',
    habits: () => taking(/^[0-9a-f]{32}$/i),
  },
  {
    name: 'hook-fills-groups-up',
    class: 'negatives',
    defect: 'accepts short groups in a UUID',
    caughtBy: 'HK-03',
    habits: () => taking(/^[0-9a-f]+(-[0-9a-f]+){4}$/i),
  },
];
