import { pause } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
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
  mutant('HK-10', 'accepts requests and never sends a decision', () => ({ deliver: async () => undefined })),
  mutant('HK-16', 'sends the decision in an encoding that is not UTF-8', () => ({
    ...saying(() => approved({ hookInfo: { message: 'Größe geprüft.' } })),
    ...sent(() => ({ encoding: 'latin1' })),
  })),
  mutant('HK-10', 'sends the decision to the address with its encoded slashes decoded', () => ({
    address: ({ url }) => url.replaceAll('%2F', '/'),
  })),
  mutant('HK-10', 'sends the decision after the platform has stopped waiting', () => ({ decisionMs: 2_500 })),
  mutant('HK-10', 'sends a decision on the first request only', () => onlyTheFirst()),
  mutant('HK-10', 'sends every decision to the address of the first request', () => ({
    address: (one) => one.all[0]?.url ?? one.url,
  })),
  // Late enough for another request to arrive, even on a busy machine.
  mutant('HK-10', 'sends every decision to the address of the newest request', () => ({
    decisionMs: 250,
    address: (one) => one.all.at(-1)?.url ?? one.url,
  })),
  mutant('HK-10', 'drops the query of respondToUrl', () => ({
    address: ({ url }) => url.replace(/\?.*$/, ''),
  })),
  mutant('HK-10', 'changes the percent-encoding of respondToUrl', () => ({
    address: ({ url }) => url.replaceAll('%20', '+'),
  })),
  mutant('HK-10', 'sends APPROVED instead of OK', () => saying(() => approved({ status: 'APPROVED' }))),
  mutant('HK-10', 'sends the decision in lower case', () => saying(() => approved({ status: 'ko' }))),
  mutant('HK-10', 'omits the status of the decision', () =>
    saying(() => ({ hookInfo: { message: 'Approved.' } })),
  ),
  mutant('HK-10', 'truncates the JSON of the decision', () => sent((text) => ({ text: text.slice(0, -3) }))),
  mutant('HK-11', 'sends hookInfo as a string', () => saying(() => approved({ hookInfo: 'Approved.' }))),
  mutant('HK-11', 'sends the message of the decision as an object', () =>
    saying(() => approved({ hookInfo: { message: { en: 'Approved.' } } })),
  ),
  mutant('HK-11', 'names a case in the decision without its address', () =>
    saying(({ id }) => approved({ hookInfo: { message: 'Approved.', tracking: { id } } })),
  ),
  mutant('HK-15', 'rejects without a reason', () => saying(() => ({ status: 'KO', hookInfo: {} }))),
  mutant('HK-16', 'sends the decision with POST', () => sent(() => ({ method: 'POST' }))),
  mutant('HK-16', 'labels the decision as text/plain', () => sent(() => ({ mediaType: 'text/plain' }))),
  mutant('HK-12', 'sends the decision again after a 409', () => ({
    deliver: patient((status) => status >= 400),
  })),
  mutant('HK-13', 'retries the decision without a pause after a 500', () => ({
    deliver: insisting((status) => status >= 500, 12),
  })),
  mutant('HK-13', 'retries the decision without a pause after a 404', () => ({
    deliver: insisting((status) => status === 404, 12),
  })),
  mutant('HK-14', 'opens two approvals for a duplicate request', () => ({ keyOf: uncounted() })),
  mutant('HK-17', 'sends every decision twice', () => ({
    async deliver(send, letter) {
      await send(letter);
      await pause(60);
      await send(letter);
    },
  })),
  mutant('HK-17', 'sends KO some time after OK', () => ({
    async deliver(send, letter) {
      await send(letter);
      await pause(60);
      await send({ ...letter, text: letter.text.replace('"OK"', '"KO"') });
    },
  })),
  mutant('HK-21', 'names another case in the decision than in the response', () =>
    saying(({ id }) => approved({ hookInfo: { message: 'Approved.', tracking: trackingOf(`${id}-b`) } })),
  ),
  mutant('HK-21', 'reports the newest case for every request', () =>
    saying(({ all, id }) =>
      approved({ hookInfo: { message: 'Approved.', tracking: trackingOf(all.at(-1)?.id ?? id) } }),
    ),
  ),
  mutant('HK-24', 'follows redirects when it sends the decision', () => ({
    async deliver(send, letter) {
      const { location } = await send(letter);
      if (location !== undefined) await post(location, letter);
    },
  })),
  mutant('HK-17', 'sends another decision when the first was not accepted', () => ({
    async deliver(send, letter) {
      const { status } = await send(letter);
      if (status !== 404 && status < 500) return;
      await pause(150);
      await send({ ...letter, text: letter.text.replace('"OK"', '"KO"') });
    },
  })),
  mutant('HK-19', 'responds only after the decision has been accepted', () => ({
    decisionMs: 0,
    answer: async (reply, { operation }) => {
      if (operation === 'requestApproval' && reply.status === 202) await pause(2_500);
      return reply;
    },
  })),
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
