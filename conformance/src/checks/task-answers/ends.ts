import type { Check, Trial } from '../../suite/check.ts';
import { describeAnswer, statusOf } from '../../suite/exchange.ts';
import { at, brief, canonical, isObject, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import type { Observation, Task } from '../../suite/tasks.ts';
import { eachTask, endsOf } from './each-task.ts';

/** One cause, whatever part of the result it is. */
const CHANGED = 'result of a finished task changes';

/** Checks that a task ends, and that its terminal state never changes. */
export function endChecks(run: Run): Check[] {
  const { pollBudget } = run.settings;
  return [
    eachTask(run, 'A-07', (task, trial) => expectEnd(task, trial, pollBudget)),
    eachTask(run, 'A-08', expectEndKept),
    eachTask(run, 'A-09', expectEndRemembered),
    eachTask(run, 'CO-04', expectSameAnswer),
  ];
}

function expectEnd(task: Task, trial: Trial, pollBudget: number): void {
  const seen = task.observations.at(-1);
  if (seen === undefined || task.end === undefined) return;
  // After one that never ended the others had a shorter time: they are not checked.
  if (task.end === 'stuck' && (task.waitedFor ?? pollBudget) < pollBudget) return;
  trial.saw(task.start, seen.exchange);
  if (task.end !== 'stuck') return;
  trial.violated(
    {
      symptom: 'task never finishes',
      expected: `a terminal state within ${pollBudget} ms (--poll-budget)`,
      actual: `${task.observations.length} polls, last ${describeAnswer(seen.exchange)}`,
    },
    seen.exchange,
    task.start,
  );
}

function expectEndKept(task: Task, trial: Trial): void {
  const [end] = endsOf(task);
  if (end === undefined) return;
  for (const one of askedAfter(task, end)) {
    const { exchange, state } = one;
    trial.saw(end.exchange, exchange);
    if (statusOf(exchange) !== 200) continue;
    if (state === end.state) {
      expectKept(trial, end, one, outcomeOf);
      continue;
    }
    trial.wrongAnswer('terminal state changes', `${end.state} on every read`, exchange, end.exchange);
  }
}

function expectEndRemembered(task: Task, trial: Trial): void {
  const [end] = endsOf(task);
  for (const { exchange } of end === undefined ? [] : askedAfter(task, end)) {
    trial.saw(exchange);
    if (statusOf(exchange) === 200) continue;
    trial.wrongAnswer('finished task is forgotten', '200 for a finished task', exchange);
  }
  // No poll ever found its terminal state.
  const known = task.observations.findLast(({ exchange }) => statusOf(exchange) === 200);
  const lost = task.observations.at(-1);
  if (task.end !== 'lost' || known === undefined || lost === undefined) return;
  trial.wrongAnswer('finished task is forgotten', '200 for a known token', lost.exchange, known.exchange);
}

function expectSameAnswer(task: Task, trial: Trial): void {
  const ends = endsOf(task);
  const [end, ...later] = ends;
  if (end === undefined) return;
  expectLogsAtRest(ends, trial);
  for (const one of later) {
    trial.saw(end.exchange, one.exchange);
    if (one.state !== end.state) continue;
    expectLinesKept(trial, end, one);
    if (outcomeOf(one) === outcomeOf(end)) expectKept(trial, end, one, informationOf);
  }
}

/** A part of the final response that later ones repeat. */
function expectKept(
  trial: Trial,
  end: Observation,
  later: Observation,
  read: (one: Observation) => string,
): void {
  const [expected, actual] = [read(end), read(later)];
  if (expected === actual) return;
  trial.violated(
    { symptom: CHANGED, expected: brief(expected, 300), actual: brief(actual, 300) },
    later.exchange,
    end.exchange,
  );
}

/** The final content: the verdict of a validation, the changes of a reverse provisioning, the result. */
function outcomeOf({ body }: Observation): string {
  const valid = at(body, 'info', 'publicInfo', 'valid') ?? null;
  return canonical([valid, at(body, 'updates') ?? null, at(body, 'result') ?? null]);
}

/** A late log line is allowed; a new line for every poll describes the poll. */
function expectLogsAtRest(ends: readonly Observation[], trial: Trial): void {
  const lines = ends.map(({ body }) => listOf(at(body, 'logs')).length);
  const grows =
    lines.length > 2 && lines.every((count, index) => index === 0 || count > (lines[index - 1] ?? 0));
  if (!grows) return;
  trial.violated(
    {
      symptom: CHANGED,
      expected: `${lines[0]} log lines on every read`,
      actual: lines.join(', then '),
    },
    ...ends.map(({ exchange }) => exchange).reverse(),
  );
}

/** Lines of the final log stay in it; late lines may be added. */
function expectLinesKept(trial: Trial, end: Observation, later: Observation): void {
  const linesOf = ({ body }: Observation): string[] =>
    listOf(at(body, 'logs')).map((log) => canonical(atOneOffset(log)));
  const told = linesOf(later);
  const lost = linesOf(end).find((line) => !told.includes(line));
  if (lost === undefined) return;
  trial.violated(
    {
      symptom: CHANGED,
      expected: `the line ${brief(lost, 200)} still in the logs`,
      actual: told.length === 0 ? 'no line' : brief(told.join(', '), 300),
      difference: '/logs',
    },
    later.exchange,
    end.exchange,
  );
}

/** The same time may have another offset. */
function atOneOffset(log: unknown): unknown {
  const moment = Date.parse(String(at(log, 'timestamp')));
  return isObject(log) && !Number.isNaN(moment) ? { ...log, timestamp: moment } : log;
}

/** The content of a finished task besides its outcome and log lines. */
function informationOf({ body }: Observation): string {
  return canonical(isObject(body) ? (body['info'] ?? null) : body);
}

/** Observations of polls that were sent after a known answer had arrived: concurrent ones may overtake each other. */
function askedAfter({ observations }: Task, known: Observation): Observation[] {
  const { at: asked, took } = known.exchange;
  return observations
    .slice(observations.indexOf(known) + 1)
    .filter(({ exchange }) => exchange.at >= asked + took);
}
