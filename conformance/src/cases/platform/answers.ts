import { notJson } from '../../checks/every-answer.ts';
import { leakCheck } from '../../checks/leaks.ts';
import { expectNoBody } from '../../checks/no-body.ts';
import { judgeAnswer, noteNulls, tellDepartures } from '../../checks/owned.ts';
import { groupByOperation, judgePromptness } from '../../checks/task-answers/promptness.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { isOurChoice, operationOf, transportStatuses } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import type { Run } from '../../suite/run.ts';
import { type Departure, describeDepartures } from '../../suite/schemas.ts';
import { isChosenIn } from './knowledge.ts';

/** Checks of every answer of a platform, to any client. */
export function answerChecks(run: Run): Check[] {
  const { contract, session } = run;
  const stray = transportStatuses(contract);
  const eachAnswer = (requirement: string, judge: (exchange: Exchange, trial: Trial) => void): Check =>
    run.check(requirement, { phase: 'last' }, (trial) => {
      for (const exchange of session.journal) judge(exchange, trial);
    });
  const isAtHome = (exchange: Exchange): boolean => exchange.intent !== 'stray';

  return [
    eachAnswer('P-02', (exchange, trial) => {
      const status = statusOf(exchange);
      if (exchange.sent.elsewhere === true || (!isAtHome(exchange) && stray.includes(status))) return;
      trial.saw(exchange);
      const operation = operationOf(contract, exchange.operation);
      if (Object.hasOwn(operation.responses, String(status))) return;
      const expected = `one of ${Object.keys(operation.responses).join(', ')}`;
      const statement = { symptom: `returns ${status}`, expected, actual: describeAnswer(exchange) };
      if (isOurChoice(operation, status)) trial.note(statement, exchange);
      else trial.violated(statement, exchange);
    }),
    eachAnswer('P-03', (exchange, trial) => {
      if (succeeded(exchange)) expectBody(run, exchange, trial);
    }),
    eachAnswer('P-04', (exchange, trial) => {
      if (!succeeded(exchange) && isAtHome(exchange)) expectBody(run, exchange, trial);
    }),
    eachAnswer('P-05', (exchange, trial) => expectJson(run, exchange, trial)),
    eachAnswer('P-06', (exchange, trial) => expectNoBody(run, exchange, trial)),
    leakCheck(run, 'P-07'),
    run.check('P-08', { phase: 'last' }, (trial) => {
      // A 202 says that work continues afterwards; the checks of tasks cover the 202 of a task.
      const isPrompt = (one: Exchange): boolean =>
        one.sent.method === 'GET' ||
        (statusOf(one) === 202 && operationOf(contract, one.operation).longRunning === undefined);
      const groups = groupByOperation(session.journal.filter(isPrompt));
      judgePromptness(trial, run.settings.promptness, groups, 'a response');
    }),
  ];
}

/** A body may differ from its schema where this project chose the schema. */
function expectBody(run: Run, exchange: Exchange, trial: Trial): void {
  const judged = judgeAnswer(run, exchange);
  if (judged === undefined) return;
  trial.saw(exchange);
  const { schema, departures, nulls } = judged;
  const isOurs = (one: Departure): boolean => isChosenIn(run, exchange, one);
  const [first, ...others] = departures.filter(isOurs);
  if (first !== undefined)
    trial.note({ symptom: `another ${schema}`, ...describeDepartures([first, ...others]) }, exchange);
  tellDepartures(
    trial,
    exchange,
    schema,
    departures.filter((one) => !isOurs(one)),
  );
  noteNulls(trial, exchange, nulls);
}

function expectJson({ contract, session }: Run, exchange: Exchange, trial: Trial): void {
  const { received } = exchange;
  const { schema } = operationOf(contract, exchange.operation).responses[String(statusOf(exchange))] ?? {};
  if (received === undefined || schema === undefined || exchange.intent === 'stray') return;
  trial.saw(exchange);
  // A single string without quotation marks: every client can read it, but it is not valid JSON.
  const isText = session.schemas.named(schema)['type'] === 'string';
  if (isText && succeeded(exchange) && bodyOf(exchange) === undefined && received.text !== '') {
    const statement = { symptom: 'text that is not JSON', expected: 'a JSON string' };
    trial.note({ ...statement, actual: describeAnswer(exchange) }, exchange);
    return;
  }
  const fault = notJson(exchange, received);
  if (fault !== undefined) trial.violated(fault, exchange);
}
