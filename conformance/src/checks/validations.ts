import type { Contract } from '../suite/contract.ts';
import { bodyOf, type Exchange } from '../suite/exchange.ts';
import { at, pointerKeys } from '../suite/json.ts';

/** The two validations of a contract. */
export interface Validations {
  /** The synchronous operation, which returns its findings. */
  readonly atOnce: string;
  /** The operation that returns the token of a task. */
  readonly asTask: string;
  /** The verdict in an answer of the synchronous one. */
  readonly foundAtOnce: (exchange: Exchange) => unknown;
  /** The verdict in the final answer of the other; for an earlier contract version, also at its place there. */
  readonly foundByTask: (body: unknown) => unknown;
  /** The object with that verdict. */
  readonly resultIn: (body: unknown) => unknown;
}

/** The validations of a contract: of the operations with the same body, the one with a task, and the one without. */
export function validationsOf(contract: Contract): Validations {
  const found = findValidations(contract);
  if (found === undefined) throw new Error(`${contract.table.id} has no pair of validations`);
  return found;
}

/** The same; undefined if a contract has no such pair. */
export function findValidations({ table, withheld }: Contract): Validations | undefined {
  const operations = Object.values(table.operations);
  const task = operations.find(({ longRunning }) => longRunning?.verdict !== undefined);
  const pointer = task?.longRunning?.verdict;
  const answering = operations.find(
    ({ body, longRunning }) =>
      longRunning === undefined && body !== undefined && body.schema === task?.body?.schema,
  );
  if (task === undefined || pointer === undefined || answering === undefined) return undefined;
  const [member = '', ...outside] = pointerKeys(pointer).reverse();
  const resultIn = (body: unknown): unknown =>
    at(body, ...outside.toReversed()) ?? (withheld === undefined ? undefined : at(body, 'result'));
  return {
    atOnce: answering.id,
    asTask: task.id,
    foundAtOnce: (exchange) => at(bodyOf(exchange), member),
    foundByTask: (body) => at(resultIn(body), member),
    resultIn,
  };
}
