import type { ResponseEntry } from '@tessera/contracts/vocabulary';
import { leakCheck } from '../../checks/leaks.ts';
import { expectNoBody } from '../../checks/no-body.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { operationOf, transportStatuses } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import type { Run } from '../../suite/run.ts';
import { describeDepartures } from '../../suite/schemas.ts';
import { isOurChoice } from './knowledge.ts';

/** Checks of every answer of a platform, to any client. */
export function answerChecks(run: Run): Check[] {
  const { contract, session } = run;
  const stray = transportStatuses(contract);
  const entryOf = (exchange: Exchange): ResponseEntry | undefined =>
    operationOf(contract, exchange.operation).responses[String(statusOf(exchange))];
  const eachAnswer = (requirement: string, judge: (exchange: Exchange, trial: Trial) => void): Check =>
    run.check(requirement, { phase: 'last' }, (trial) => {
      for (const exchange of session.journal) judge(exchange, trial);
    });
  const isAtHome = (exchange: Exchange): boolean => exchange.intent !== 'stray';

  const departs = (exchange: Exchange, trial: Trial): void => {
    const schema = entryOf(exchange)?.schema;
    const json = exchange.received?.json;
    if (schema === undefined || json === undefined) return;
    trial.saw(exchange);
    const { departures, nulls } = session.schemas.read(schema, json.value);
    const [first, ...others] = departures;
    if (first !== undefined) {
      const symptom = `${schema} ${first.pointer.replaceAll(/\/\d+/g, '/*')} ${first.keyword}`;
      trial.violated({ symptom, ...describeDepartures([first, ...others]) }, exchange);
    }
    for (const pointer of nulls) {
      const symptom = 'null for an absent field';
      trial.note({ symptom, expected: `${pointer} left out`, actual: 'null' }, exchange);
    }
  };

  return [
    eachAnswer('P-02', (exchange, trial) => {
      if (!isAtHome(exchange) && stray.includes(statusOf(exchange))) return;
      trial.saw(exchange);
      if (entryOf(exchange) !== undefined) return;
      const operation = operationOf(contract, exchange.operation);
      const listed = Object.keys(operation.responses).join(', ');
      const statement = {
        symptom: `returns ${statusOf(exchange)}`,
        expected: `one of ${listed}`,
        actual: describeAnswer(exchange),
      };
      if (isOurChoice(operation, statusOf(exchange))) trial.note(statement, exchange);
      else trial.violated(statement, exchange);
    }),
    eachAnswer('P-03', (exchange, trial) => {
      if (succeeded(exchange)) departs(exchange, trial);
    }),
    eachAnswer('P-04', (exchange, trial) => {
      if (!succeeded(exchange) && isAtHome(exchange)) departs(exchange, trial);
    }),
    eachAnswer('P-05', (exchange, trial) => {
      const { received } = exchange;
      const schema = entryOf(exchange)?.schema;
      if (received === undefined || schema === undefined || !isAtHome(exchange)) return;
      trial.saw(exchange);
      if (bareText(exchange, schema)) {
        trial.note(
          { symptom: 'text that is not JSON', expected: 'a JSON string', actual: describeAnswer(exchange) },
          exchange,
        );
        return;
      }
      const isJson = received.mediaType === 'application/json' || received.mediaType.endsWith('+json');
      if (isJson && received.json !== undefined && received.garbled !== true) return;
      trial.wrongAnswer(
        isJson ? 'not JSON' : `media type ${received.mediaType || 'missing'}`,
        'JSON, by media type and by content, in UTF-8',
        exchange,
      );
    }),
    eachAnswer('P-06', (exchange, trial) => expectNoBody(run, exchange, trial)),
    leakCheck(run, 'P-07'),
    promptnessCheck(run),
  ];

  /** A single string without quotation marks: every client can read it, but it is not valid JSON. */
  function bareText(exchange: Exchange, schema: string): boolean {
    const isText = session.schemas.named(schema)['type'] === 'string';
    return isText && succeeded(exchange) && bodyOf(exchange) === undefined && exchange.received?.text !== '';
  }
}

/**
 * The fastest answer of each read, and of each request that only starts work: a slow answer may have had another cause.
 */
function promptnessCheck(run: Run): Check {
  const { session, settings } = run;
  return run.check('P-08', { phase: 'last' }, (trial) => {
    // A 202 says that work continues afterwards; the checks of tasks cover the 202 of a task.
    const isPrompt = (one: Exchange): boolean =>
      one.sent.method === 'GET' ||
      (statusOf(one) === 202 && operationOf(run.contract, one.operation).longRunning === undefined);
    const reads = session.journal.filter((one) => isPrompt(one) && succeeded(one));
    for (const id of new Set(reads.map(({ operation }) => operation))) {
      const own = reads.filter(({ operation }) => operation === id);
      const [quickest] = [...own].sort((left, right) => left.took - left.lag - (right.took - right.lag));
      if (quickest === undefined) continue;
      trial.saw(quickest);
      const took = Math.round(quickest.took - quickest.lag);
      if (took <= settings.promptness) continue;
      trial.violated(
        {
          symptom: `${id} responds late`,
          expected: `a response within ${settings.promptness} ms (--promptness)`,
          actual: `${took} ms at best`,
        },
        quickest,
      );
    }
  });
}
