import type { Contract } from './contract.ts';
import { createSchemas } from './schemas.ts';

/** What is wrong with the bodies that a caller gives; nothing when they can be sent. */
export function bodyProblems(contract: Contract, bodies: Readonly<Record<string, unknown>>): string[] {
  const takers = Object.values(contract.table.operations).filter(({ body }) => body !== undefined);
  const schemas = createSchemas(contract.schemas);
  return Object.entries(bodies).flatMap(([operation, value]) => {
    const schema = takers.find(({ id }) => id === operation)?.body?.schema;
    if (schema === undefined) {
      return [`${operation} is no operation with a body; known: ${takers.map(({ id }) => id).join(', ')}`];
    }
    const [first] = schemas.isValid(schema, value) ? [] : schemas.read(schema, value).departures;
    if (first === undefined && schemas.isValid(schema, value)) return [];
    const where = first === undefined || first.pointer === '' ? 'the body' : first.pointer;
    return [
      `the body for ${operation} is not what the contract says: ${where}: ${first?.expected ?? 'another form'}`,
    ];
  });
}
