import type { ApiTable } from '@tessera/contracts/vocabulary';
import { checkSchema } from './check-schema.ts';
import { CONTRACTS } from './contracts.ts';
import { valueAt } from './json-pointer.ts';
import { notify } from './notify.ts';
import type { BodyPlace, Violation, ViolationEvent } from './options.ts';

/**
 * Checks the body of every successful response against the schema of its contract; pass it to a client as `validate`.
 * The contract of an API is loaded with its first response. A response whose status the contract does not list is not
 * checked. `null` for an optional field and an unknown state are accepted, and reported to the `onViolation` of the
 * client.
 */
export async function validateResponses(
  body: unknown,
  place: BodyPlace,
  onViolation?: (event: ViolationEvent) => void,
): Promise<readonly Violation[]> {
  const contract = await CONTRACTS[place.api]?.();
  if (contract === undefined) return [];
  const [table, document] = contract;
  const schema = table.operations[place.operationId]?.responses[place.status]?.schema;
  if (schema === undefined) return [];
  const states = statesIn(table, place.operationId);
  const isNewState = ({ pointer }: Violation) => states.has(pointer) && isText(body, pointer);
  const { accepted, violations } = checkSchema(document, schema, body);
  for (const violation of [...accepted, ...violations.filter(isNewState)])
    notify(onViolation, { ...place, ...violation });
  return violations.filter((violation) => !isNewState(violation));
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
