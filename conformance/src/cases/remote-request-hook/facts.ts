import type { Arrival } from '../../fake-platform/listener.ts';
import { Blocked, memo, NotTestable } from '../../suite/check.ts';
import { at } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { settled } from '../../suite/work.ts';
import { createPlatform } from './facts/platform.ts';
import { createGoodQuestions, createRefusals, createRepetitions, createTrouble } from './facts/questions.ts';
import { type Asked, createRequests, NOWHERE, OPERATION } from './facts/requests.ts';

/** The check that says that the operation is missing or broken. */
export const PRIMARY: Readonly<Record<string, string>> = { [OPERATION]: 'HK-01' };

/** How long after a decision others are waited for, in multiples of the promptness. */
const WATCH = 3;

/** Milliseconds between two looks at an inbox. */
const STEP = 20;

const BY_PEOPLE = 'decisions are taken by people (--manual-decisions)';

/** What checks of the hook learn from it. Nothing is sent before somebody asks. */
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

/** Waiting for decisions, and for those that should not come. */
function createWatch({ session, settings }: Run, known: Known) {
  /** Waits until a decision has come in, here or at a wrong address, or the budget is used up. */
  const awaitDecision = async ({ inbox }: Asked): Promise<boolean> => {
    const deadline = session.now() + settings.pollBudget;
    const isOpen = (): boolean => inbox.arrivals.length === 0 && known.strayFor(inbox) === undefined;
    while (isOpen() && session.now() < deadline) await session.pause(STEP);
    return inbox.arrivals.length > 0;
  };

  const decisionsCome = async (): Promise<void> => {
    await known.gate(OPERATION);
    await known.listener();
    if (settings.manualDecisions) throw new NotTestable(BY_PEOPLE);
  };
  const decided = memo(async () => {
    await decisionsCome();
    const asked = await known.main();
    if (!(await awaitDecision(asked))) throw new Blocked('HK-10', 'no decision came in at respondToUrl');
    return asked;
  });
  /** All that has to be refused, with the addresses that no decision may come to. */
  const refused = memo(() => {
    const { withoutFields, withoutId, withOddId, nearlyIds } = known;
    return Promise.all(
      [withoutId, withOddId, withoutFields, ...Object.values(nearlyIds)].map((ask) => ask()),
    );
  });
  /** When all has been asked and decided, and a while has passed in which nothing more should come. */
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
    awaitDecision,
    decisionsCome,
    decided,
    refused,
    quiet,
    /** When the platform has refused decisions in every way that it can. */
    afterTrouble: memo(async () => {
      await quiet();
      return known.ask('a request after all that trouble');
    }),
  };
}

/** The decision that came in. */
export function statusIn({ json }: { readonly json?: Arrival['json'] | undefined }): unknown {
  return at(json?.value, 'status');
}
