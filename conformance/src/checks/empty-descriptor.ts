import type { Check } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { describeAnswer, type Exchange, statusOf, statusText, succeeded } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';
import { readStart } from '../suite/tasks.ts';
import { validationsOf } from './validations.ts';

/** One cause, whatever the descriptor was. */
export const FOUND_VALID = 'broken descriptor found valid';

/** Text that describes nothing is refused or found invalid, and breaks nothing. */
export function uselessDescriptorChecks(run: Run, requirement: string, body: object): Check[] {
  const { schema } = operationOf(run.contract, validationsOf(run.contract).atOnce).body ?? {};
  const starts = Object.values(run.contract.table.operations).filter(
    (one) => one.longRunning !== undefined && one.body?.schema === schema,
  );
  return [
    emptyDescriptorCheck(run, requirement, body),
    ...starts.map(({ id }) => emptyTaskCheck(run, requirement, body, id)),
    ...SHAPELESS.map((one) => shapeless(run, requirement, body, one)),
  ];
}

function askOfNothing(run: Run, operation: string, body: object): Promise<Exchange> {
  const value = { ...body, descriptor: '' };
  return run.session.call({
    operation,
    label: 'an empty descriptor',
    intent: 'invalid',
    value,
    patient: true,
  });
}

function emptyDescriptorCheck(run: Run, requirement: string, body: object): Check {
  const { atOnce: operation, foundAtOnce } = validationsOf(run.contract);
  const scope = { of: 'empty', title: 'An empty descriptor gives 400, or is found invalid', operation };
  return run.check(requirement, scope, async (trial) => {
    const exchange = await askOfNothing(run, operation, body);
    trial.saw(exchange);
    if (statusOf(exchange) === 400 || (succeeded(exchange) && foundAtOnce(exchange) === false)) return;
    trial.violated(
      {
        symptom: foundAtOnce(exchange) === true ? FOUND_VALID : 'empty descriptor',
        expected: '400, or valid: false',
        actual: describeAnswer(exchange),
      },
      exchange,
    );
  });
}

/** The same for work: such a request must not succeed. */
function emptyTaskCheck(run: Run, requirement: string, body: object, operation: string): Check {
  const title = `${operation}: an empty descriptor gives 400, or ends as failed or invalid`;
  return run.check(requirement, { of: `empty.${operation}`, title, operation }, async (trial) => {
    const exchange = await askOfNothing(run, operation, body);
    trial.saw(exchange);
    const expected = '400, or an end that is failed or invalid';
    if (statusOf(exchange) === 400) return;
    const symptom = 'empty descriptor';
    if (!succeeded(exchange))
      return trial.violated({ symptom, expected, actual: describeAnswer(exchange) }, exchange);
    const ended = await run.tasks.finish(readStart(run.session, operation, exchange));
    trial.saw(ended.exchange);
    const { asTask, foundByTask } = validationsOf(run.contract);
    const valid = operation === asTask ? foundByTask(ended.body) : undefined;
    const { succeeded: goodEnds = [] } = operationOf(run.contract, operation).longRunning ?? {};
    // Another requirement covers a missing verdict.
    if (!goodEnds.includes(ended.state) || (operation === asTask && valid !== true)) return;
    trial.violated(
      {
        symptom: valid === true ? FOUND_VALID : symptom,
        expected,
        actual: describeAnswer(ended.exchange),
      },
      ended.exchange,
      exchange,
    );
  });
}

/** YAML without members: parsers accept it, and code that reads a member of it fails. */
const SHAPELESS = [
  { of: 'sentence', descriptor: 'a text and nothing else' },
  { of: 'list', descriptor: '- one\n- two\n' },
] as const;

function shapeless(
  run: Run,
  requirement: string,
  body: object,
  { of, descriptor }: (typeof SHAPELESS)[number],
): Check {
  const { atOnce: operation, foundAtOnce } = validationsOf(run.contract);
  const scope = { of, title: `A descriptor that is a ${of} in YAML is no system error`, operation };
  return run.check(requirement, scope, async (trial) => {
    const exchange = await run.session.call({
      operation,
      label: `a descriptor that is a ${of}`,
      intent: 'valid',
      value: { ...body, descriptor },
      patient: true,
    });
    trial.saw(exchange);
    const told = { expected: '400, or valid: false', actual: describeAnswer(exchange) };
    if (statusOf(exchange) === 400) return;
    if (!succeeded(exchange))
      return trial.violated({ symptom: `no mapping gives ${statusText(exchange)}`, ...told }, exchange);
    // Other requirements define what else a validation must find in it.
    if (foundAtOnce(exchange) === true) trial.note({ symptom: 'no mapping found valid', ...told }, exchange);
  });
}
