import { type Check, NotApplicable } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { stateOf } from '../../suite/tasks.ts';
import { isTaken } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

const RUNNING = 'RUNNING';

export function terminationChecks(facts: Facts): Check[] {
  const { check, tasks, session } = facts.run;
  return [
    check('TA-26', {}, async (trial) => {
      const { exchange } = await facts.termination();
      trial.saw(exchange);
      if (succeeded(exchange) || statusOf(exchange) === 501) return;
      trial.violated(
        {
          symptom: 'termination is neither done nor declined',
          expected: '200, 202 or 501',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check('TA-27', { operation: 'terminateProvisioning' }, async (trial) => {
      const { task, exchange } = await facts.termination();
      const ended = await facts.stopped();
      trial.saw(exchange, ended.exchange);
      const after = task.observations.filter((one) => one.exchange.at >= exchange.at + exchange.took);
      const states = after.map(({ state }) => state);
      if (states[0] !== RUNNING || states.includes('TERMINATING') || states.includes('TERMINATED')) return;
      trial.violated(
        {
          symptom: 'accepted termination is ignored',
          expected: 'TERMINATING or an end state after the request to stop',
          actual: states.join(', '),
        },
        ...after.slice(0, 1).map((one) => one.exchange),
        exchange,
      );
    }),
    check('TA-28', { operation: 'provision', phase: 'last' }, (trial) => {
      const unasked = (exchange: Exchange, state: string): void =>
        trial.violated(
          { symptom: 'terminated unasked', expected: 'no termination without a request', actual: state },
          exchange,
        );
      for (const task of tasks.all) {
        if (task.longRunning.cancel === undefined) continue;
        // A state in which nothing may begin is another requirement's subject.
        const began = task.observations.find(({ state }) => state !== undefined)?.state;
        if (
          began !== undefined &&
          began !== task.lifecycle.initial &&
          !task.lifecycle.terminal.includes(began)
        )
          continue;
        const asked = task.terminations[0]?.at ?? Number.POSITIVE_INFINITY;
        for (const { exchange, state } of task.observations) {
          trial.saw(exchange);
          if (state?.startsWith('TERMINAT') === true && exchange.at + exchange.took < asked)
            unasked(exchange, state);
        }
      }
      // What ends within its answer can never have been asked to stop.
      for (const exchange of session.journal) {
        const { longRunning } = operationOf(facts.run.contract, exchange.operation);
        if (longRunning?.cancel === undefined) continue;
        const state = stateOf(exchange, longRunning);
        if (state?.startsWith('TERMINAT') === true) unasked(exchange, state);
      }
    }),
    check('TA-29', { operation: 'terminateProvisioning' }, async (trial) => {
      // The first provision is over for certain, whatever became of the one that was stopped.
      const ended = await facts.provisionOnce.end();
      if (ended.task === undefined)
        throw new NotApplicable('provision ends within its answer: there is no token');
      const late = await tasks.terminate(ended.task, 'stop a provision that has ended');
      const after = await tasks.read(ended.task, 'read after a late request to stop');
      trial.saw(late, after.exchange);
      if (statusOf(late) >= 500 && statusOf(late) !== 501) {
        trial.violated(
          {
            symptom: 'late termination breaks',
            expected: 'the current state, or a refusal',
            actual: describeAnswer(late),
          },
          late,
        );
      }
      if (after.state === ended.state) return;
      trial.violated(
        {
          symptom: 'late termination rewrites the end',
          expected: ended.state,
          actual: describeAnswer(after.exchange),
        },
        after.exchange,
        late,
      );
    }),
    ...Object.entries({ unprovision: facts.unprovisionNever, updateacl: facts.aclOnce }).map(
      ([operation, work]) =>
        check(
          'TA-29',
          { of: operation, title: `Terminating a finished ${operation} breaks nothing`, operation },
          async (trial) => {
            if (!isTaken(await work.start())) throw new NotApplicable(`the ${operation} was refused`);
            const { task } = await work.end();
            if (task === undefined)
              throw new NotApplicable(`${operation} ends within its answer: there is no token`);
            const late = await tasks.terminate(task, `stop an ${operation} that has ended`);
            trial.saw(late);
            if (statusOf(late) < 500 || statusOf(late) === 501) return;
            trial.violated(
              {
                symptom: 'late termination breaks',
                expected: 'the current state, or a refusal',
                actual: describeAnswer(late),
              },
              late,
            );
          },
        ),
    ),
    check('X-16', { of: 'termination', operation: 'provision', phase: 'last' }, async (trial) => {
      const { task, exchange } = await facts.termination();
      // Asked about what has ended, too: whoever does not support it says so whatever the task does.
      if (statusOf(exchange) === 501 && task.end === 'terminal')
        await tasks.terminate(task, 'stop what has ended, where stopping is declined');
      const answers = session.journal.filter(({ operation }) => operation === 'terminateProvisioning');
      // Whoever looks the token up first may answer 400 to an unknown one.
      // Some can stop a provision and nothing else.
      const known = answers.filter((one) =>
        tasks.all.some(({ operation, token }) => operation === 'provision' && token === one.sent.token),
      );
      const declined = known.filter((one) => statusOf(one) === 501);
      trial.saw(...known);
      if (declined.length === 0 || declined.length === known.length) return;
      const odd = known.filter((one) => statusOf(one) !== 501);
      trial.violated(
        {
          symptom: 'declines termination now and then',
          expected: '501 always, or never',
          actual: odd.map(describeAnswer).join('; '),
        },
        ...odd,
        ...declined,
      );
    }),
  ];
}
