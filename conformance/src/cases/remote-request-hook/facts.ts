import type { Arrival } from '../../fake-platform/listener.ts';
import { Blocked, memo, NotTestable } from '../../suite/check.ts';
import { at } from '../../suite/json.ts';
import { FIRST } from '../../suite/pace.ts';
import type { Run } from '../../suite/run.ts';
import { settled } from '../../suite/work.ts';
import { createPlatform } from './facts/platform.ts';
import { createGoodQuestions, createRefusals, createRepetitions, createTrouble } from './facts/questions.ts';
import { type Asked, createRequests, NOWHERE, OPERATION } from './facts/requests.ts';

/** The check that reports the operation as missing or broken. */
export const PRIMARY: Readonly<Record<string, string>> = { [OPERATION]: 'HK-01' };

/** How long to wait for further decisions after one, in multiples of the promptness. */
const WATCH = 3;

const BY_PEOPLE = 'decisions are made by people (--manual-decisions)';

/** Facts that the hook checks share. Each request is sent when a check first needs it. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const platform = createPlatform(run);
  const requests = createRequests(run, platform);
  const known = {
    ...platform,
    ...requests,
    ...createGoodQuestions(run, requests),
    ...createTrouble(requests, platform),
    ...createRepetitions(run, requests, platform),
    ...createRefusals(run, requests, platform),
  };
  return { run, nowhere: NOWHERE, ...known, ...createWatch(run, known) };
}

interface Known
  extends ReturnType<typeof createPlatform>,
    ReturnType<typeof createRequests>,
    ReturnType<typeof createGoodQuestions>,
    ReturnType<typeof createTrouble>,
    ReturnType<typeof createRepetitions>,
    ReturnType<typeof createRefusals> {}

/** Waits for decisions, and for unexpected ones. */
function createWatch({ session, settings }: Run, known: Known) {
  /** Waits until a decision arrives this often, or at a wrong address, or the budget is used up. */
  const awaitTries = async ({ inbox }: Asked, count: number): Promise<boolean> => {
    const deadline = session.now() + settings.pollBudget;
    const isOpen = (): boolean => inbox.arrivals.length < count && known.strayFor(inbox) === undefined;
    while (isOpen() && session.now() < deadline) await session.pause(FIRST);
    return inbox.arrivals.length >= count;
  };
  const awaitDecision = (asked: Asked): Promise<boolean> => awaitTries(asked, 1);

  const decisionsCome = async (): Promise<void> => {
    await known.gate(OPERATION);
    await known.listener();
    if (settings.manualDecisions) throw new NotTestable(BY_PEOPLE);
  };
  const decided = memo(async () => {
    await decisionsCome();
    const asked = await known.main();
    if (!(await awaitDecision(asked))) throw new Blocked('HK-10', 'no decision arrived at respondToUrl');
    return asked;
  });
  /** All requests that must be refused, with the addresses that must get no decision. */
  const refused = memo(() => {
    const { withoutFields, withoutId, withOddId, nearlyIds } = known;
    return Promise.all(
      [withoutId, withOddId, withoutFields, ...Object.values(nearlyIds)].map((ask) => ask()),
    );
  });
  /** After all requests and decisions, and a pause in which no further decision should arrive. */
  const quiet = memo(async () => {
    await decided();
    const { other, emptyFields, unknownMember, tooLate, unknownHook, troubled, redirected } = known;
    const all = [other, emptyFields, unknownMember, tooLate, unknownHook, troubled, redirected];
    all.push(known.recovered, known.overtaken);
    for (const fact of [known.again, known.atOnce, known.oneAddress]) await settled(fact);
    const asked = await Promise.allSettled(all.map((one) => one()));
    await settled(refused);
    await Promise.all(
      asked.map((one) => (one.status === 'fulfilled' ? awaitDecision(one.value) : undefined)),
    );
    await session.pause(WATCH * settings.promptness);
  });
  return {
    awaitTries,
    awaitDecision,
    decisionsCome,
    decided,
    refused,
    quiet,
    /** After the platform has refused decisions in every possible way. */
    afterTrouble: memo(async () => {
      await quiet();
      return known.ask('a request after failed deliveries');
    }),
  };
}

/** The status of a received decision. */
export function statusIn({ json }: { readonly json?: Arrival['json'] | undefined }): unknown {
  return at(json?.value, 'status');
}
