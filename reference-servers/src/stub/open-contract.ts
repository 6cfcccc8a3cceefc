import { apis } from '@tessera/contracts/apis';
import { lifecycles } from '@tessera/contracts/lifecycles';
import type { ApiTable, Fixtures, SchemaDocument } from '@tessera/contracts/vocabulary';
import { readContract } from '../harness/contract.ts';
import { isRecord } from '../harness/json-schema.ts';
import type { StubSource } from './create-stub.ts';

/** Names of the contracts that have operations. */
export const contractNames: readonly string[] = apis
  .filter(({ operationCount }) => Number(operationCount) > 0)
  .map(({ id }) => id);

/** Loads everything that a stub of one of our contracts needs. */
export async function openContract(id: string): Promise<StubSource> {
  const tables: unknown = await import(`@tessera/contracts/operations/${id}`);
  const schemas: unknown = await import(`@tessera/contracts/schemas/${id}`);
  const fixtures: unknown = await import(`@tessera/contracts/fixtures/${id}`);
  const contract = readContract(exportOf(tables, isTable), exportOf(schemas, isSchemaDocument));
  return { contract, fixtures: exportOf(fixtures, isFixtures), lifecycles };
}

/** A generated module has one export. */
function exportOf<T>(module: unknown, is: (value: unknown) => value is T): T {
  const found = Object.values(isRecord(module) ? module : {}).find(is);
  if (found === undefined)
    throw new Error('a contract was generated in a form that this program does not know');
  return found;
}

function isTable(value: unknown): value is ApiTable {
  return isRecord(value) && 'operations' in value;
}

function isSchemaDocument(value: unknown): value is SchemaDocument {
  return isRecord(value) && '$defs' in value;
}

function isFixtures(value: unknown): value is Fixtures {
  return isRecord(value) && Object.values(value).every((one) => isRecord(one) && 'responses' in one);
}
