import { describe, expect, it } from 'vitest';
import { CONTRACTS, findSuite } from '../contracts.ts';
import { type Contract, lifecycleOf } from '../suite/contract.ts';
import { at, isObject, listOf } from '../suite/json.ts';
import { freeze, loadRequirements } from '../suite/requirement.ts';
import { schemasOf } from '../suite/schemas.ts';

type Schemas = ReturnType<typeof schemasOf>;

/** Whether anything in a schema, or in a schema that it references, satisfies the predicate. */
function anywhere(
  schemas: Schemas,
  schema: unknown,
  holds: (one: object) => boolean,
  seen = new Set(),
): boolean {
  const here = schemas.resolve(schema);
  if (seen.has(here)) return false;
  seen.add(here);
  if (holds(here)) return true;
  const inner = Object.values(here).flatMap((one) => (Array.isArray(one) ? one : [one]));
  const members = isObject(here['properties']) ? Object.values(here['properties']) : [];
  return [...inner, ...members].some((one) => isObject(one) && anywhere(schemas, one, holds, seen));
}

/** The schemas of the answers of a contract, by the first digits of their status. */
function answersOf({ table }: Contract, schemas: Schemas, status: string): object[] {
  const all = Object.values(table.operations).flatMap(({ responses }) => Object.entries(responses));
  return all.flatMap(([code, { schema }]) =>
    code.startsWith(status) && schema !== undefined ? [schemas.named(schema)] : [],
  );
}

const lifecyclesOf = (contract: Contract) =>
  Object.values(contract.table.operations)
    .filter(({ longRunning }) => longRunning !== undefined)
    .map((operation) => lifecycleOf(contract, operation));

/** Whether a server of the contract can violate a requirement of every contract. */
const OCCASIONS: Readonly<Record<string, (contract: Contract, schemas: Schemas) => boolean>> = {
  'X-04': ({ table }) => Object.values(table.operations).some(({ responses }) => '204' in responses),
  'X-05': (contract, schemas) =>
    answersOf(contract, schemas, '400').some((one) => at(one, 'properties', 'errors') !== undefined),
  'X-07': (contract, schemas) =>
    answersOf(contract, schemas, '5').some(
      (one) =>
        at(one, 'properties', 'errors') !== undefined || at(one, 'properties', 'error', 'type') === 'string',
    ),
  'X-13': (contract, schemas) =>
    answersOf(contract, schemas, '').some((one) => anywhere(schemas, one, (inner) => 'enum' in inner)),
  'A-05': (contract) =>
    lifecyclesOf(contract).some(({ states, initial, terminal }) =>
      states.some((one) => one !== initial && !terminal.includes(one)),
    ),
  'A-06': (contract) =>
    lifecyclesOf(contract).some(({ states, initial, terminal, transitions }) =>
      states.some(
        (to) =>
          to !== initial &&
          !(
            terminal.includes(to) &&
            listOf(transitions).some(
              (one) => at(one, 'from') === initial && at(one, 'to') === to && at(one, 'by') === 'server',
            )
          ),
      ),
    ),
};

describe.each(CONTRACTS.filter((contract) => contract !== 'platform'))('%s', (contract) => {
  it('gets exactly the requests that can reveal its defects', async () => {
    const suite = await findSuite(contract);
    const schemas = schemasOf(suite.contract.schemas);
    const requirements = freeze(loadRequirements(suite.requirements), suite.frozen);
    const known = requirements.filter(({ id }) => id in OCCASIONS);
    expect(
      Object.fromEntries(known.map(({ id, notTestedReason }) => [id, notTestedReason === undefined])),
    ).toEqual(Object.fromEntries(known.map(({ id }) => [id, OCCASIONS[id]?.(suite.contract, schemas)])));
  });
});
