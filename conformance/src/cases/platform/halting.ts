import { type Check, NotTestable, type Statement } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import { type Facts, refuseWriting } from './facts.ts';
import { naming, statusIn, type Unit, unitOf, wanting } from './units.ts';

/** Every operation that stops a plan stops it: by its token, by its unit, and by the deprecated path. */
export function haltingChecks(facts: Facts): Check[] {
  const { cast } = facts;
  const abort = cast.link(cast.start, 'abort').operation;
  return [cast.cancel(cast.start), cast.stop, abort].map((operation) => haltedCheck(facts, operation));
}

function haltedCheck(facts: Facts, operation: string): Check {
  const title = `${operation}: a plan that it stops does not continue to its end`;
  return facts.run.check('P-69', { of: operation, title, operation }, async (trial) => {
    refuseWriting(!facts.run.settings.readOnly);
    let fault: Statement | undefined;
    // A plan may have ended before the request had an effect, but that does not happen twice.
    for (const attempt of ['once', 'twice']) {
      const halted = await halt(facts, operation, attempt);
      const { answer, end, begun } = halted;
      trial.saw(begun, answer);
      if (!succeeded(answer)) throw new NotTestable(`${operation} returned ${describeAnswer(answer)}`);
      fault = await faultOf(facts, halted);
      if (fault === undefined || end === undefined) return;
      if (attempt === 'twice') trial.violated(fault, end.exchange, answer, begun);
    }
  });
}

interface Halted {
  readonly unit: Unit;
  readonly begun: Exchange;
  readonly answer: Exchange;
  readonly end: Ended | undefined;
}

/** Starts a plan, and stops it at once. */
async function halt(facts: Facts, operation: string, attempt: string): Promise<Halted> {
  const { cast, run } = facts;
  const unit = unitOf(facts, `halted-${attempt}-${operation.replaceAll(/[^a-zA-Z]/g, '')}`);
  const { path, query, value } = wanting(facts, unit, 'DEPLOYED');
  const begun = await run.tasks.start(cast.start, value, 'provisioning that is stopped', { path, query });
  if (begun.kind !== 'task')
    throw new NotTestable(`${cast.start} returned ${describeAnswer(begun.exchange)}`);
  const isOfUnit = operation === cast.link(cast.start, 'abort').operation;
  const wish = isOfUnit ? naming(facts, operation, unit) : { about: [begun.task.token] };
  const answer = await askFor(facts, operation, 'stop a running plan', wish);
  begun.task.terminations.push(answer);
  const end = await run.tasks.finish(begun).catch(() => undefined);
  return { unit, begun: begun.exchange, answer, end };
}

/** A plan that was stopped and is reported as successful; undefined if its work may have been done before. */
async function faultOf(facts: Facts, { unit, answer, end }: Halted): Promise<Statement | undefined> {
  const { observations = [], longRunning, lifecycle } = end?.task ?? {};
  if (end === undefined || longRunning?.succeeded.includes(end.state) !== true) return undefined;
  const isLater = ({ at: asked }: Exchange) => asked >= answer.at + answer.took;
  const wentOn = observations.some((one) => isLater(one.exchange) && one.state === lifecycle?.initial);
  const [symptom, expected] = ['a stopped plan succeeds', 'TERMINATED'];
  if (wentOn) return { symptom, expected, actual: `${lifecycle?.initial} after the stop, then ${end.state}` };
  const stateIn = (status: Exchange) => at(bodyOf(status), 'status');
  const status = await lookAgain(
    facts,
    () => statusIn(facts, unit, 'status after the stop'),
    (one) => stateIn(one) === 'DEPLOYED',
  );
  if (!succeeded(status) || stateIn(status) === 'DEPLOYED') return undefined;
  return { symptom, expected, actual: `${end.state}, but the unit is ${String(stateIn(status))}` };
}
