import type { Check, Trial } from '../../suite/check.ts';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { atPointer, brief } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { type Task, tokenOf } from '../../suite/tasks.ts';
import { eachTask } from './each-task.ts';

/** Checks of tokens: form, validity, and task. */
export function tokenAnswerChecks(run: Run): Check[] {
  return [
    run.check('A-01', { phase: 'last' }, (trial) => {
      for (const exchange of run.session.journal) expectToken(run, exchange, trial);
    }),
    eachTask(run, 'A-02', (task, trial) => {
      if (run.owners.ofToken(task.start) === undefined) expectKnown(task, trial);
    }),
    run.check('A-04', { phase: 'last' }, (trial) => expectTokensApart(run.tasks.all, trial)),
  ];
}

/** A client may use a token as soon as it gets it. */
export function expectKnown(task: Task, trial: Trial): void {
  const [first] = task.observations;
  if (first === undefined) return;
  trial.saw(task.start, first.exchange);
  if (statusOf(first.exchange) === 200) return;
  trial.wrongAnswer('token is unknown', '200 for a new token', first.exchange, task.start);
}

function expectToken({ contract }: Run, exchange: Exchange, trial: Trial): void {
  const { longRunning } = operationOf(contract, exchange.operation);
  if (longRunning === undefined || statusOf(exchange) !== Number(longRunning.startStatus)) return;
  trial.saw(exchange);
  const value = atPointer(bodyOf(exchange), longRunning.token);
  const bare = exchange.received?.json === undefined || exchange.received.mediaType === 'text/plain';
  const isToken =
    typeof value === 'string'
      ? value.trim() !== ''
      : bare && tokenOf(exchange, longRunning.token) !== undefined;
  if (isToken) return;
  trial.wrongAnswer('token is not a string', 'a token, a non-empty string', exchange);
}

function expectTokensApart(tasks: readonly Task[], trial: Trial): void {
  const seen = new Map<string, Task>();
  for (const task of tasks) {
    trial.saw(task.start);
    const key = `${task.longRunning.poll.operation} ${task.token}`;
    const other = seen.get(key);
    if (other !== undefined) {
      // This causes all other findings about these tasks.
      const shown = [task, other].flatMap(({ observations }) => observations.map(({ exchange }) => exchange));
      trial.violated(
        {
          symptom: 'shared token',
          expected: 'a different token for every task',
          actual: `${brief(task.token)} twice`,
        },
        task.start,
        other.start,
        ...shown,
      );
    }
    seen.set(key, task);
  }
}
