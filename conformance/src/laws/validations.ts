import { agreementCheck, type Pair } from '../checks/agreement.ts';
import { type Form, formChecks, formsOf } from '../checks/descriptor-forms.ts';
import { uselessDescriptorChecks } from '../checks/empty-descriptor.ts';
import { expectStart } from '../checks/good-requests.ts';
import { asOthersWriteIt, taskFormCheck } from '../checks/other-hands.ts';
import { outcomesApartCheck } from '../checks/outcomes-apart.ts';
import { partialForms } from '../checks/partial-descriptors.ts';
import { progressChecks } from '../checks/progress.ts';
import { validationsOf } from '../checks/validations.ts';
import {
  expectBoolean,
  expectNoReasons,
  expectReasons,
  expectVerdict,
  verdictsIn,
} from '../checks/verdicts.ts';
import { type Check, memo, type Trial } from '../suite/check.ts';
import type { Deployments } from '../suite/clean-up.ts';
import type { Exchange } from '../suite/exchange.ts';
import type { Run, Scope } from '../suite/run.ts';
import type { Ended } from '../suite/tasks.ts';
import { type After, memoAfter } from '../suite/work.ts';

/** A body of both validations. */
type Body = object & { readonly descriptor: string };

interface Bodies {
  /** Is validated first, and alone: a baseline for the others. */
  readonly main: Body;
  /** Others, by what they are. */
  readonly neighbors: Readonly<Record<string, Body>>;
  /** Requests whose answers a validation might change. */
  readonly before?: After;
}

export type ValidationFacts = ReturnType<typeof createValidations>;

/** The requests to the two validations of a contract, which change nothing. Each is sent when a check first needs it. */
export function createValidations(
  { contract, session }: Run,
  { work }: Pick<Deployments, 'work'>,
  { main, neighbors, before = [] }: Bodies,
) {
  const { asTask, atOnce, foundAtOnce, foundByTask } = validationsOf(contract);
  const send = (label: string, body: () => object, after: After): (() => Promise<Exchange>) =>
    memoAfter(after, async () => session.call({ operation: atOnce, label, intent: 'valid', value: body() }));
  const usual: Pair = {
    atOnce: send('synchronous validation', () => main, before),
    asTask: work(asTask, 'validation', () => main, before),
  };
  /** @param body Throws NotApplicable if there is no such request */
  const pair = (told: string, body: () => object, after: After = []): Pair => ({
    atOnce: send(`synchronous validation ${told}`, body, [usual.atOnce, ...after]),
    asTask: work(asTask, `validation ${told}`, body, [usual.asTask.end, ...after]),
  });
  const hurried = work(asTask, 'the same validation, polled continuously', () => main, [usual.asTask.end]);
  const unattended = { ...main, descriptor: asOthersWriteIt(main.descriptor) };
  return {
    main,
    pair,
    usual,
    hurried,
    /** Is not polled while it runs. */
    unattended: work(asTask, 'the same validation, without polling', () => unattended, [
      usual.asTask.end,
      hurried.start,
    ]),
    neighbors: Object.entries(neighbors).map(([told, body]) => pair(`of ${told}`, () => body)),
    /** Whether one of the validations found no errors in the main descriptor. */
    foundValid: memo(async () => {
      const [sync, task] = await Promise.allSettled([usual.atOnce(), usual.asTask.end()]);
      return (
        (sync.status === 'fulfilled' && foundAtOnce(sync.value) === true) ||
        (task.status === 'fulfilled' && foundByTask(task.value.body) === true)
      );
    }),
  };
}

/** A requirement, and the subject of the check if the requirement has several checks. */
type Place = readonly [requirement: string, scope: Scope];

/** The requirements that the parts of the law report under. */
interface Reported {
  readonly starts: Place;
  readonly accepts: Place;
  readonly verdict: Place;
  readonly reasons: Place;
  readonly noReasons: Place;
  /** Text that describes nothing is rejected or found invalid. */
  readonly broken: string;
  /** A descriptor is read in every format. */
  readonly forms: string;
  /** Both validations have the same verdict. */
  readonly agree: string;
}

interface Compared {
  readonly forms: Readonly<Record<string, Form>>;
  /** Pairs that must agree, besides the usual one and the neighbors. */
  readonly pairs: readonly Pair[];
  /** Whether a task that finds a descriptor invalid must end successfully. */
  readonly mustComplete: (pair: Pair) => boolean;
  /** A pair with another outcome, and one that runs concurrently with it and has the usual outcome. */
  readonly apart?: { readonly wrong: Pair; readonly beside: Pair };
}

/** Both validations accept a descriptor in any format, explain their verdict, and agree. */
export function validationChecks(
  run: Run,
  { main, usual, hurried, unattended, neighbors }: ValidationFacts,
  reported: Reported,
  { forms, pairs, mustComplete, apart }: Compared,
): Check[] {
  const check = ([requirement, scope]: Place, judge: (trial: Trial) => Promise<void> | void): Check =>
    run.check(requirement, scope, judge);
  const each = ([requirement, scope]: Place, judge: typeof expectReasons): Check =>
    run.check(requirement, { ...scope, phase: 'last' }, (trial) => {
      for (const verdict of verdictsIn(run)) judge(trial, verdict);
    });
  return [
    check(reported.starts, async (trial) => {
      const { exchange } = await usual.asTask.start();
      expectStart(trial, exchange, 202);
    }),
    check(reported.accepts, async (trial) => expectVerdict(trial, await usual.atOnce())),
    each(reported.verdict, expectBoolean),
    each(reported.reasons, expectReasons),
    each(reported.noReasons, expectNoReasons),
    ...uselessDescriptorChecks(run, reported.broken, main),
    ...formChecks(run, reported.forms, { ...formsOf(main), ...partialForms(main), ...forms }, usual.atOnce),
    taskFormCheck(run, reported.forms, usual.asTask, unattended),
    agreementCheck(run, reported.agree, [usual, ...pairs, ...neighbors], mustComplete),
    ...(apart === undefined ? [] : [outcomesApartCheck(run, usual.asTask, apart.wrong, apart.beside.asTask)]),
    ...progressChecks(run, usual.asTask, hurried, unattended),
  ];
}

/** What a validation finds invalid is not deployed. */
export function expectForetold(trial: Trial, found: Exchange, valid: unknown, ended: Ended): void {
  if (typeof valid !== 'boolean') return;
  trial.saw(ended.exchange, found);
  if (valid || ended.state !== 'COMPLETED') return;
  trial.violated(
    {
      symptom: 'invalid but deployed',
      expected: '400, or FAILED: an invalid descriptor is not deployed',
      actual: ended.state,
    },
    ended.exchange,
    found,
  );
}
