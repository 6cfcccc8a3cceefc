import type { ApiTable, Fixtures, SchemaDocument } from '@tessera/contracts/vocabulary';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** A contract with what a fuzzer needs of it. */
export interface FuzzedContract {
  readonly table: ApiTable;
  readonly fixtures: Fixtures;
  /** How a body departs from a schema of the contract, in a sentence; undefined when it does not. */
  readonly departure: (schema: string, body: unknown) => string | undefined;
}

/** Loads a contract by its id. */
export async function readContract(id: string): Promise<FuzzedContract> {
  const tables: Record<string, ApiTable> = await import(`@tessera/contracts/operations/${id}`);
  const documents: Record<string, SchemaDocument> = await import(`@tessera/contracts/schemas/${id}`);
  const fixtures: Record<string, Fixtures> = await import(`@tessera/contracts/fixtures/${id}`);
  return {
    table: onlyExport(tables),
    fixtures: onlyExport(fixtures),
    departure: judgeOf(onlyExport(documents)),
  };
}

function onlyExport<T>(module: Record<string, T>): T {
  const [found] = Object.values(module);
  if (found === undefined) throw new Error('a module of the contract exports nothing');
  return found;
}

function judgeOf(document: SchemaDocument): FuzzedContract['departure'] {
  // Formats are left to the tests of each server: most of them are names that only our contracts know.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document);
  return (schema, body) => {
    const validate = ajv.getSchema(`${document.$id}#/$defs/${schema}`);
    if (validate === undefined) throw new Error(`the contract has no schema ${schema}`);
    if (validate(body) === true) return undefined;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath || 'the body'} ${error?.message} (${schema})`;
  };
}
