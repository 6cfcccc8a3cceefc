import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import type { Check } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { type Exchange, statusOf, succeeded } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';
import { readStart } from '../suite/tasks.ts';
import { findValidations, validationsOf } from './validations.ts';

/** One cause, whatever the descriptor was. */
export const FOUND_VALID = 'broken descriptor is valid';

/** Text that no parser of YAML accepts. */
export const NOT_YAML = descriptors['not-yaml'].text;

/** A text that describes nothing: it is not YAML, or has no members. */
interface Useless {
  readonly of: string;
  readonly told: string;
  readonly descriptor: string;
}

const USELESS: readonly Useless[] = [
  { of: 'not-yaml', told: 'text that is not YAML', descriptor: NOT_YAML },
  { of: 'empty', told: 'an empty descriptor', descriptor: '' },
  { of: 'sentence', told: 'a descriptor that is a sentence', descriptor: 'text only' },
  { of: 'null', told: 'a descriptor that is null', descriptor: '~' },
  { of: 'list', told: 'a descriptor that is a list', descriptor: '- one\n- two\n' },
];

/** Every operation on a descriptor refuses text that describes nothing, or finds it invalid, and breaks by none. */
export function uselessDescriptorChecks(run: Run, requirement: string, body: object): Check[] {
  const { contract, session } = run;
  const takers = Object.values(contract.table.operations).filter(
    (one) => one.body !== undefined && 'descriptor' in session.schemas.members(one.body.schema).properties,
  );
  return USELESS.flatMap((useless) =>
    takers.map(({ id, longRunning }) =>
      longRunning === undefined
        ? atOnceCheck(run, requirement, body, id, useless)
        : taskCheck(run, requirement, body, id, useless),
    ),
  );
}

function ask(run: Run, operation: string, body: object, { told, descriptor }: Useless): Promise<Exchange> {
  const intent = descriptor === '' ? 'invalid' : 'valid';
  const value = { ...body, descriptor };
  return run.session.call({ operation, label: told, intent, value, patient: true });
}

function atOnceCheck(
  run: Run,
  requirement: string,
  body: object,
  operation: string,
  useless: Useless,
): Check {
  const { of, told } = useless;
  const validations = findValidations(run.contract);
  const title = `${operation}: ${told} returns 400${validations === undefined ? '' : ', or is invalid'}`;
  return run.check(requirement, { of: `${of}.${operation}`, title, operation }, async (trial) => {
    const exchange = await ask(run, operation, body, useless);
    const found = succeeded(exchange) ? validations?.foundAtOnce(exchange) : undefined;
    trial.saw(exchange);
    if (statusOf(exchange) === 400 || found === false) return;
    trial.wrongAnswer(
      found === true ? FOUND_VALID : told,
      validations === undefined ? '400' : '400, or valid: false',
      exchange,
    );
  });
}

/** The same for work: such a request must not succeed. */
function taskCheck(run: Run, requirement: string, body: object, operation: string, useless: Useless): Check {
  const { of, told: symptom } = useless;
  const title = `${operation}: ${symptom} returns 400, or a task that fails or reports it as invalid`;
  return run.check(requirement, { of: `${of}.${operation}`, title, operation }, async (trial) => {
    const exchange = await ask(run, operation, body, useless);
    trial.saw(exchange);
    const expected = '400, or a task that fails or reports it as invalid';
    if (statusOf(exchange) === 400) return;
    if (!succeeded(exchange)) return trial.wrongAnswer(symptom, expected, exchange);
    const ended = await run.tasks.finish(readStart(run.session, operation, exchange));
    trial.saw(ended.exchange);
    const { asTask, foundByTask } = validationsOf(run.contract);
    const valid = operation === asTask ? foundByTask(ended.body) : undefined;
    const { succeeded: goodEnds = [] } = operationOf(run.contract, operation).longRunning ?? {};
    // Another requirement covers a missing verdict.
    if (!goodEnds.includes(ended.state) || (operation === asTask && valid !== true)) return;
    trial.wrongAnswer(valid === true ? FOUND_VALID : symptom, expected, ended.exchange, exchange);
  });
}
