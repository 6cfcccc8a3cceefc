import { pause } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import type { Body } from '../server.ts';
import { type Case, type HookHabits, type Letter, post, trackingOf } from './hook.ts';

type Deliver = HookHabits['deliver'];

const saying = (decision: (one: Case) => unknown): Pick<HookHabits, 'decision'> => ({ decision });
const approved = (more: Body): Body => ({ status: 'OK', hookInfo: { message: 'Approved.' }, ...more });
const sent = (change: (text: string) => Partial<Letter>): Pick<HookHabits, 'letter'> => ({
  letter: (text) => ({ method: 'PATCH', mediaType: 'application/json', text, ...change(text) }),
});
/** Retries without back-off while the platform returns such a status. */
const insisting =
  (on: (status: number) => boolean, most: number): Deliver =>
  async (send, letter) => {
    for (let count = 0; count < most; count += 1) if (!on((await send(letter)).status)) return;
  };

/** Mutants that send wrong decisions to the platform. */
export const decisionMutants: readonly Mutant<HookHabits>[] = [
  {
    name: 'hook-never-decides',
    class: 'sequence',
    defect: 'accepts requests and never sends a decision',
    caughtBy: 'HK-10',
    habits: () => ({ deliver: async () => undefined }),
  },
  {
    name: 'hook-writes-latin-1',
    class: 'shape',
    defect: 'sends the decision in an encoding that is not UTF-8',
    caughtBy: 'HK-16',
    habits: () => ({
      ...saying(() => approved({ hookInfo: { message: 'Größe geprüft.' } })),
      ...sent(() => ({ encoding: 'latin1' })),
    }),
  },
  {
    name: 'hook-tidies-addresses',
    class: 'linkage between operations',
    defect: 'sends the decision to the address with its encoded slashes decoded',
    caughtBy: 'HK-10',
    habits: () => ({ address: ({ url }) => url.replaceAll('%2F', '/') }),
  },
  {
    name: 'hook-decides-too-late',
    class: 'promptness',
    defect: 'sends the decision after the platform has stopped waiting',
    caughtBy: 'HK-10',
    habits: () => ({ decisionMs: 2_500 }),
  },
  {
    name: 'hook-decides-once',
    class: 'state over time',
    defect: 'sends a decision on the first request only',
    caughtBy: 'HK-10',
    habits: () => onlyTheFirst(),
  },
  {
    name: 'hook-forgets-addresses',
    class: 'identity and isolation',
    defect: 'sends every decision to the address of the first request',
    caughtBy: 'HK-10',
    habits: () => ({ address: (one) => one.all[0]?.url ?? one.url }),
  },
  {
    name: 'hook-keeps-the-newest-address',
    class: 'identity and isolation',
    defect: 'sends every decision to the address of the newest request',
    caughtBy: 'HK-10',
    // Late enough for another request to arrive, even on a busy machine.
    habits: () => ({ decisionMs: 250, address: (one) => one.all.at(-1)?.url ?? one.url }),
  },
  {
    name: 'hook-loses-the-query',
    class: 'linkage between operations',
    defect: 'drops the query of respondToUrl',
    caughtBy: 'HK-10',
    habits: () => ({ address: ({ url }) => url.replace(/\?.*$/, '') }),
  },
  {
    name: 'hook-rewrites-the-address',
    class: 'linkage between operations',
    defect: 'changes the percent-encoding of respondToUrl',
    caughtBy: 'HK-10',
    habits: () => ({ address: ({ url }) => url.replaceAll('%20', '+') }),
  },
  {
    name: 'hook-decides-maybe',
    class: 'shape',
    defect: 'sends APPROVED instead of OK',
    caughtBy: 'HK-10',
    habits: () => saying(() => approved({ status: 'APPROVED' })),
  },
  {
    name: 'hook-decides-in-lower-case',
    class: 'shape',
    defect: 'sends the decision in lower case',
    caughtBy: 'HK-10',
    habits: () => saying(() => approved({ status: 'ko' })),
  },
  {
    name: 'hook-decides-nothing',
    class: 'shape',
    defect: 'omits the status of the decision',
    caughtBy: 'HK-10',
    habits: () => saying(() => ({ hookInfo: { message: 'Approved.' } })),
  },
  {
    name: 'hook-sends-no-json',
    class: 'shape',
    defect: 'truncates the JSON of the decision',
    caughtBy: 'HK-10',
    habits: () => sent((text) => ({ text: text.slice(0, -3) })),
  },
  {
    name: 'hook-info-is-text',
    class: 'shape',
    defect: 'sends hookInfo as a string',
    caughtBy: 'HK-11',
    habits: () => saying(() => approved({ hookInfo: 'Approved.' })),
  },
  {
    name: 'hook-message-is-an-object',
    class: 'shape',
    defect: 'sends the message of the decision as an object',
    caughtBy: 'HK-11',
    habits: () => saying(() => approved({ hookInfo: { message: { en: 'Approved.' } } })),
  },
  {
    name: 'hook-tracking-without-url',
    class: 'shape',
    defect: 'names a case in the decision without its address',
    caughtBy: 'HK-11',
    habits: () => saying(({ id }) => approved({ hookInfo: { message: 'Approved.', tracking: { id } } })),
  },
  {
    name: 'hook-decides-without-a-word',
    class: 'cross-field meaning',
    defect: 'rejects without a reason',
    caughtBy: 'HK-15',
    habits: () => saying(() => ({ status: 'KO', hookInfo: {} })),
  },
  {
    name: 'hook-posts',
    class: 'shape',
    defect: 'sends the decision with POST',
    caughtBy: 'HK-16',
    habits: () => sent(() => ({ method: 'POST' })),
  },
  {
    name: 'hook-sends-text',
    class: 'shape',
    defect: 'labels the decision as text/plain',
    caughtBy: 'HK-16',
    habits: () => sent(() => ({ mediaType: 'text/plain' })),
  },
  {
    name: 'hook-insists',
    class: 'sequence',
    defect: 'sends the decision again after a 409',
    caughtBy: 'HK-12',
    habits: () => ({ deliver: patient((status) => status >= 400) }),
  },
  {
    name: 'hook-hammers-on-500',
    class: 'sequence',
    defect: 'retries the decision without a pause after a 500',
    caughtBy: 'HK-13',
    habits: () => ({ deliver: insisting((status) => status >= 500, 12) }),
  },
  {
    name: 'hook-hammers-on-404',
    class: 'sequence',
    defect: 'retries the decision without a pause after a 404',
    caughtBy: 'HK-13',
    habits: () => ({ deliver: insisting((status) => status === 404, 12) }),
  },
  {
    name: 'hook-approves-twice',
    class: 'identity and isolation',
    defect: 'opens two approvals for a duplicate request',
    caughtBy: 'HK-14',
    habits: () => ({ keyOf: uncounted() }),
  },
  {
    name: 'hook-repeats-decisions',
    class: 'sequence',
    defect: 'sends every decision twice',
    caughtBy: 'HK-17',
    habits: () => ({
      async deliver(send, letter) {
        await send(letter);
        await pause(60);
        await send(letter);
      },
    }),
  },
  {
    name: 'hook-changes-its-mind',
    class: 'state over time',
    defect: 'sends KO some time after OK',
    caughtBy: 'HK-17',
    habits: () => ({
      async deliver(send, letter) {
        await send(letter);
        await pause(60);
        await send({ ...letter, text: letter.text.replace('"OK"', '"KO"') });
      },
    }),
  },
  {
    name: 'hook-tells-of-another-case',
    class: 'linkage between operations',
    defect: 'names another case in the decision than in the response',
    caughtBy: 'HK-21',
    habits: () =>
      saying(({ id }) => approved({ hookInfo: { message: 'Approved.', tracking: trackingOf(`${id}-b`) } })),
  },
  {
    name: 'hook-mixes-cases-up',
    class: 'identity and isolation',
    defect: 'reports the newest case for every request',
    caughtBy: 'HK-21',
    habits: () =>
      saying(({ all, id }) =>
        approved({ hookInfo: { message: 'Approved.', tracking: trackingOf(all.at(-1)?.id ?? id) } }),
      ),
  },
  {
    name: 'hook-follows-redirects',
    class: 'negatives',
    defect: 'follows redirects when it sends the decision',
    caughtBy: 'HK-24',
    habits: () => ({
      async deliver(send, letter) {
        const { location } = await send(letter);
        if (location !== undefined) await post(location, letter);
      },
    }),
  },
  {
    name: 'hook-decides-otherwise-on-retry',
    class: 'state over time',
    defect: 'sends another decision when the first was not accepted',
    caughtBy: 'HK-17',
    habits: () => ({
      async deliver(send, letter) {
        const { status } = await send(letter);
        if (status !== 404 && status < 500) return;
        await pause(150);
        await send({ ...letter, text: letter.text.replace('"OK"', '"KO"') });
      },
    }),
  },
  {
    name: 'hook-decides-before-it-answers',
    class: 'sequence',
    defect: 'responds only after the decision has been accepted',
    caughtBy: 'HK-19',
    habits: () => ({
      decisionMs: 0,
      answer: async (reply, { operation }) => {
        if (operation === 'requestApproval' && reply.status === 202) await pause(2_500);
        return reply;
      },
    }),
  },
];

function patient(on: (status: number) => boolean): Deliver {
  return async (send, letter) => {
    for (let count = 0; count < 3; count += 1) {
      if (!on((await send(letter)).status)) return;
      await pause(150 * 2 ** count);
    }
  };
}

function onlyTheFirst(): Partial<HookHabits> {
  let count = 0;
  return {
    async deliver(send, letter) {
      count += 1;
      if (count === 1) await send(letter);
    },
  };
}

/** Uses a new key for every request, even a repeated one. */
function uncounted(): HookHabits['keyOf'] {
  let count = 0;
  return (requestId) => {
    count += 1;
    return `${requestId}-${count}`;
  };
}
