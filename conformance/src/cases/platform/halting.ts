import { expectNoFault } from '../../checks/good-requests.ts';
import { type Check, memo, NotTestable, type Statement, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import type { Ended, Task } from '../../suite/tasks.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { naming, statusIn, type Unit, unitOf, wanting } from './units.ts';

/**
 * Every operation that stops a plan stops that plan and no other: by its token, by its unit, and by the deprecated path.
 */
export function haltingChecks(facts: Facts): Check[] {
  const { cast } = facts;
  const abort = cast.link(cast.start, 'abort').operation;
  const tours = [cast.cancel(cast.start), cast.stop, abort].map((operation) => tourOf(facts, operation));
  return [
    ...tours.map((tour) => haltedCheck(facts, tour)),
    ...tours.slice(0, 1).map((one) => ownPlanCheck(facts, one)),
  ];
}

interface Begun {
  readonly unit: Unit;
  readonly task: Task;
}

type Tour = ReturnType<typeof tourOf>;

/** Two plans start, and one of them is stopped at once. */
function tourOf(facts: Facts, operation: string) {
  const { cast, run } = facts;
  const start = async (suffix: string): Promise<Begun> => {
    const unit = unitOf(facts, `${suffix}-${operation.replaceAll(/[^a-zA-Z]/g, '')}`);
    const { path, query, value } = wanting(facts, unit, 'DEPLOYED');
    const begun = await run.tasks.start(cast.start, value, `provisioning of the unit that is ${suffix}`, {
      path,
      query,
    });
    if (begun.kind === 'task') return { unit, task: begun.task };
    throw new NotTestable(`${cast.start} returned ${describeAnswer(begun.exchange)}`);
  };
  const endOf = ({ task }: Begun): Promise<Ended | undefined> =>
    run.tasks.finish({ kind: 'task', exchange: task.start, task }).catch(() => undefined);
  const stop = ({ unit, task }: Begun, label: string): Promise<Exchange> => {
    const isOfUnit = operation === cast.link(cast.start, 'abort').operation;
    const wish = isOfUnit ? naming(facts, operation, unit) : { about: [task.token] };
    // Behind other requests, it would reach a fast platform after the end of the plan.
    return askFor(facts, operation, label, { ...wish, patient: false });
  };
  const halt = async (own: Begun) => {
    const answer = await stop(own, 'stop a running plan');
    own.task.terminations.push(answer);
    const again = await stop(own, 'stop it again');
    return { own, answer, again, end: await endOf(own) };
  };
  return {
    operation,
    first: memo(async () => {
      const other = await start('left-running');
      const halted = await halt(await start('stopped'));
      return { ...halted, other, otherEnd: await endOf(other) };
    }),
    again: async () => halt(await start('stopped-again')),
  };
}

type Halted = Awaited<ReturnType<Tour['again']>>;

function haltedCheck(facts: Facts, { operation, first, again }: Tour): Check {
  const title = `${operation}: a plan that it stops does not continue to its end, and another one does`;
  return facts.run.check('P-69', { of: operation, title, operation }, async (trial) => {
    const halted = await first();
    const { own, answer, other, otherEnd } = halted;
    trial.saw(own.task.start, answer);
    if (!succeeded(answer)) throw new NotTestable(`${operation} returned ${describeAnswer(answer)}`);
    expectNoFault(trial, halted.again, 'a second request to stop fails', 'no system error');
    if (otherEnd?.state === 'TERMINATED')
      trial.wrongValue(
        'other plans terminated',
        'COMPLETED or FAILED, as without the stop',
        otherEnd.state,
        otherEnd.exchange,
        answer,
        other.task.start,
      );
    // A plan may have ended before the request had an effect, but that does not happen twice.
    if ((await faultOf(facts, halted)) !== undefined) await expectStopped(trial, facts, await again());
    else if (halted.end === undefined) tellEndless(trial, halted);
  });
}

async function expectStopped(trial: Trial, facts: Facts, halted: Halted): Promise<void> {
  const fault = await faultOf(facts, halted);
  if (halted.end === undefined) tellEndless(trial, halted);
  else if (fault !== undefined)
    trial.violated(fault, halted.end.exchange, halted.answer, halted.own.task.start);
}

function tellEndless(trial: Trial, { own: { task }, answer }: Halted): void {
  const actual = task.observations.at(-1)?.state ?? 'nothing';
  const statement = { symptom: 'terminated plan never finishes', expected: 'TERMINATED', actual };
  trial.violated(statement, task.start, answer);
}

/** A plan that was stopped and is reported as successful; undefined if its work may have been done before. */
async function faultOf(facts: Facts, { own, answer, end }: Halted): Promise<Statement | undefined> {
  const { observations, longRunning, lifecycle } = own.task;
  if (end === undefined || !longRunning.succeeded.includes(end.state)) return undefined;
  const isLater = ({ at: asked }: Exchange) => asked >= answer.at + answer.took;
  const wentOn = observations.some((one) => isLater(one.exchange) && one.state === lifecycle.initial);
  const [symptom, expected] = ['a stopped plan succeeds', 'TERMINATED'];
  if (wentOn) return { symptom, expected, actual: `${lifecycle.initial} after the stop, then ${end.state}` };
  const stateIn = (status: Exchange) => at(bodyOf(status), 'status');
  const status = await lookAgain(
    facts,
    () => statusIn(facts, own.unit, 'status after the stop'),
    (one) => stateIn(one) === 'DEPLOYED',
  );
  if (!succeeded(status) || stateIn(status) === 'DEPLOYED') return undefined;
  return { symptom, expected, actual: `${end.state}, but the unit is ${String(stateIn(status))}` };
}

/** Of two concurrent plans, each has its own descriptor. */
function ownPlanCheck(facts: Facts, { first }: Tour): Check {
  const { cast } = facts;
  const reading = cast.link(cast.deploy, 'plan').operation;
  const whole = cast.parameter(reading, ({ selects }) => selects?.member === 'descriptor');
  const title = `${reading}: each of two tokens returns its plan`;
  return facts.run.check('P-49', { of: `${reading}.own`, title, operation: cast.start }, async (trial) => {
    const { own, other } = await first();
    for (const { unit, task } of [own, other]) {
      const wish = { about: [task.token], query: { [whole]: true } };
      const plan = await askFor(facts, reading, 'the plan of one of two units', wish);
      trial.saw(task.start, plan);
      const told = String(plan.received?.text);
      // A plan without descriptors does not show which unit it belongs to.
      if (!succeeded(plan) || !told.includes('"descriptor"') || told.includes(unit.id)) continue;
      trial.wrongAnswer('the plan of another unit', `the plan of ${unit.id}`, plan, task.start);
    }
  });
}
