import type { ApiTable } from '@tessera/contracts/vocabulary';
import { checkSchema } from './check-schema.ts';
import { CONTRACTS } from './contracts.ts';
import { valueAt } from './json-pointer.ts';
import type { BodyPlace, Violation } from './options.ts';

/**
 * Judges the body of every successful answer by the schema of its contract; give it to a client as `validate`. The
 * contract of an API is loaded with its first answer. An answer whose status the contract does not list is not judged, nor is a
 * state that it does not know yet.
 */
export async function validateResponses(body: unknown, place: BodyPlace): Promise<readonly Violation[]> {
  const contract = await CONTRACTS[place.api]?.();
  if (contract === undefined) return [];
  const [table, document] = contract;
  const schema = table.operations[place.operationId]?.responses[place.status]?.schema;
  if (schema === undefined) return [];
  const states = statesIn(table, place.operationId);
  return checkSchema(document, schema, body).filter(
    ({ pointer }) => !states.has(pointer) || !isText(body, pointer),
  );
}

/** Where an answer tells the state of a task: a state that the contract does not know yet breaks nothing. */
function statesIn({ operations }: ApiTable, operationId: string): ReadonlySet<string> {
  const tasks = Object.values(operations).filter(
    ({ id, longRunning }) => id === operationId || longRunning?.poll.operation === operationId,
  );
  return new Set(tasks.flatMap(({ longRunning }) => longRunning?.state ?? []));
}

function isText(body: unknown, pointer: string): boolean {
  return typeof valueAt(body, pointer) === 'string';
}
