import { stopsOf } from '../../checks/task-answers/each-task.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, canonical, isObject } from '../../suite/json.ts';
import type { Scope } from '../../suite/run.ts';
import { type Ended, stateOf, type Task } from '../../suite/tasks.ts';
import { isTaken, type Work } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

const RUNNING = 'RUNNING';
const DECLINED: Scope = { of: 'termination', operation: 'provision', phase: 'last' };

export function terminationChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const { unprovisionNever: unprovision, aclOnce: updateacl } = facts;
  return [
    check('TA-26', {}, (trial) => isDoneOrDeclined(trial, facts)),
    check('TA-27', { operation: 'terminateProvisioning' }, (trial) => takesEffect(trial, facts)),
    check('TA-28', { operation: 'provision', phase: 'last' }, (trial) => {
      for (const task of facts.run.tasks.all)
        if (task.longRunning.cancel !== undefined) expectNotStopped(trial, task);
      expectNoneEndsStopped(trial, facts);
    }),
    check('TA-29', { operation: 'terminateProvisioning' }, (trial) => comesTooLate(trial, facts)),
    check(
      'TA-29',
      {
        of: 'again',
        title: 'Terminating a task twice causes no system error',
        operation: 'terminateProvisioning',
      },
      async (trial) => {
        const again = await facts.terminationAgain();
        trial.saw(again);
        expectUnbroken(trial, again);
      },
    ),
    ...Object.entries({ unprovision, updateacl }).map(([operation, work]) =>
      lateTermination(facts, operation, work),
    ),
    check('X-16', DECLINED, (trial) => isDeclinedAlways(trial, facts)),
  ];
}

async function isDoneOrDeclined(trial: Trial, facts: Facts): Promise<void> {
  const { exchange } = await facts.termination();
  trial.saw(exchange);
  if (succeeded(exchange) || statusOf(exchange) === 501) return;
  trial.wrongAnswer('termination is neither executed nor rejected', '200, 202 or 501', exchange);
}

async function takesEffect(trial: Trial, facts: Facts): Promise<void> {
  const { task, exchange } = await facts.termination();
  const ended = await facts.stopped();
  trial.saw(exchange, ended.exchange);
  expectOwnAnswer(trial, task, exchange, ended);
  const after = task.observations.filter((one) => one.exchange.at >= exchange.at + exchange.took);
  const states = after.map(({ state }) => state);
  if (states[0] !== RUNNING || states.includes('TERMINATING') || states.includes('TERMINATED')) return;
  trial.violated(
    {
      symptom: 'accepted termination is ignored',
      expected: 'TERMINATING or a terminal state after the termination request',
      actual: states.join(', '),
    },
    ...after.slice(0, 1).map((one) => one.exchange),
    exchange,
  );
}

/** The terminal state in the answer to a stop request is that of the stopped task. */
function expectOwnAnswer(trial: Trial, task: Task, asked: Exchange, ended: Ended): void {
  const told = stateOf(asked, task.longRunning);
  if (told === undefined || !task.lifecycle.terminal.includes(told)) return;
  const [info, own] = [at(bodyOf(asked), 'info'), at(ended.body, 'info')];
  const isOwn = !isObject(info) || !isObject(own) || canonical(info) === canonical(own);
  if (told === ended.state && isOwn) return;
  trial.wrongAnswer(
    'the termination response has another state',
    describeAnswer(ended.exchange),
    asked,
    ended.exchange,
  );
}

/** A task is terminated only on request. */
function expectNotStopped(trial: Trial, task: Task): void {
  const asked = stopsOf(task)[0]?.at ?? Number.POSITIVE_INFINITY;
  for (const { exchange, state } of task.observations) {
    trial.saw(exchange);
    if (isStopping(state) && exchange.at + exchange.took < asked) stoppedUnasked(trial, exchange, state);
  }
}

/** Work that finishes in its answer cannot have been stopped. */
function expectNoneEndsStopped(trial: Trial, { run: { session, contract } }: Facts): void {
  for (const exchange of session.journal) {
    const { longRunning } = operationOf(contract, exchange.operation);
    if (longRunning?.cancel === undefined) continue;
    const state = stateOf(exchange, longRunning);
    if (isStopping(state)) stoppedUnasked(trial, exchange, state);
  }
}

function isStopping(state: string | undefined): state is string {
  return state?.startsWith('TERMINAT') === true;
}

function stoppedUnasked(trial: Trial, exchange: Exchange, state: string): void {
  trial.violated(
    { symptom: 'terminated without a request', expected: 'no termination without a request', actual: state },
    exchange,
  );
}

async function comesTooLate(trial: Trial, facts: Facts): Promise<void> {
  const { tasks } = facts.run;
  const late = await facts.lateTermination();
  const ended = await facts.provisionOnce.end();
  if (ended.task === undefined) return;
  const after = await tasks.read(ended.task, 'read after a late termination request');
  trial.saw(late, after.exchange);
  expectUnbroken(trial, late);
  expectOwnAnswer(trial, ended.task, late, ended);
  if (after.state === ended.state) return;
  trial.wrongAnswer('late termination changes the result', ended.state, after.exchange, late);
}

/** Stop requests also accept tokens of other operations. */
function lateTermination(facts: Facts, operation: string, work: Work): Check {
  const { check, tasks } = facts.run;
  const title = `Terminating a finished ${operation} causes no system error`;
  return check('TA-29', { of: operation, title, operation }, async (trial) => {
    if (!isTaken(await work.start())) throw new NotApplicable(`the ${operation} was rejected`);
    const { task } = await work.end();
    if (task === undefined) throw new NotApplicable(`${operation} is synchronous: there is no token`);
    const late = await tasks.terminate(task, `terminate a finished ${operation}`);
    trial.saw(late);
    expectUnbroken(trial, late);
    const ofProvision = await facts.lateTermination().catch(() => undefined);
    if (ofProvision === undefined || !succeeded(ofProvision) || statusOf(late) !== 400) return;
    trial.wrongAnswer(
      'token of another operation is not known',
      `${statusOf(ofProvision)}, as for a finished provision`,
      late,
      ofProvision,
    );
  });
}

function expectUnbroken(trial: Trial, late: Exchange): void {
  if (statusOf(late) < 500 || statusOf(late) === 501) return;
  trial.wrongAnswer('late termination fails', 'the current state, or a 4xx', late);
}

async function isDeclinedAlways(trial: Trial, facts: Facts): Promise<void> {
  const { tasks, session } = facts.run;
  const { task, exchange } = await facts.termination();
  // Also for a finished task: an adapter that does not support stopping returns 501 in every state.
  if (statusOf(exchange) === 501) {
    const other = (await facts.provisionOnce.end()).task;
    for (const one of new Set([task, other]))
      if (one?.end === 'terminal')
        await tasks.terminate(one, 'terminate a finished task, where termination is not supported');
  }
  const answers = session.journal.filter(({ operation }) => operation === 'terminateProvisioning');
  // An adapter that looks up the token first may return 400 for an unknown one. Some can stop only a provisioning.
  const known = answers.filter((one) =>
    tasks.all.some(({ operation, token }) => operation === 'provision' && token === one.sent.token),
  );
  const declined = known.filter((one) => statusOf(one) === 501);
  trial.saw(...known);
  if (declined.length === 0 || declined.length === known.length) return;
  const odd = known.filter((one) => statusOf(one) !== 501);
  trial.violated(
    {
      symptom: '501 for termination is not permanent',
      expected: '501 always, or never',
      actual: odd.map(describeAnswer).join('; '),
    },
    ...odd,
    ...declined,
  );
}
