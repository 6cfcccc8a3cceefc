import type { Contract } from '../suite/contract.ts';
import { bodyOf, type Exchange } from '../suite/exchange.ts';
import { at, atPointer, pointerKeys } from '../suite/json.ts';

/** The two ways in which a contract lets a descriptor be validated. */
export interface Validations {
  /** The operation that answers with what it found. */
  readonly atOnce: string;
  /** The operation that answers with the token of a task. */
  readonly asTask: string;
  /** The verdict of an answer to the one. */
  readonly foundAtOnce: (exchange: Exchange) => unknown;
  /** The verdict in the end answer of the other, also where generations before the contract's put it. */
  readonly foundByTask: (body: unknown) => unknown;
}

/** The validations of a contract: of the operations that take the same body, the task that judges, and the one without. */
export function validationsOf(contract: Contract): Validations {
  const found = findValidations(contract);
  if (found === undefined) throw new Error(`${contract.table.id} has no pair of validations`);
  return found;
}

/** The same; undefined where a contract has no such pair. */
export function findValidations({ table }: Contract): Validations | undefined {
  const operations = Object.values(table.operations);
  const task = operations.find(({ longRunning }) => longRunning?.verdict !== undefined);
  const pointer = task?.longRunning?.verdict;
  const answering = operations.find(
    ({ body, longRunning }) =>
      longRunning === undefined && body !== undefined && body.schema === task?.body?.schema,
  );
  if (task === undefined || pointer === undefined || answering === undefined) return undefined;
  const member = pointerKeys(pointer).at(-1) ?? '';
  return {
    atOnce: answering.id,
    asTask: task.id,
    foundAtOnce: (exchange) => at(bodyOf(exchange), member),
    foundByTask: (body) => atPointer(body, pointer) ?? at(body, 'result', member),
  };
}
