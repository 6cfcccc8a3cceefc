import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { isObject, type JsonObject, listOf } from './json.ts';
import type { Schemas } from './schemas.ts';

/** How general advice spells the error body of a rejected request, or of a failure. */
const SPELLED = /(\{"errors": \[\.\.\.\](?:, "userMessage": "\.\.\.")?\})|\{"error": "\.\.\."\}/g;

/** Advice with the error bodies of the operation, which differ between contracts. */
export function fitAdvice(advice: string, operation: OperationEntry | undefined, schemas: Schemas): string {
  return advice.replaceAll(SPELLED, (spelled: string, rejection: string | undefined) => {
    const schema = operation?.responses[rejection === undefined ? '500' : '400']?.schema;
    const shape = schema === undefined ? undefined : skeletonOf(schemas, schemas.named(schema));
    return isObject(shape) ? spell(shape) : spelled;
  });
}

/**
 * A value of the schema with its required members, and placeholders for texts. List entries have every member: the
 * contract names few for them, and users see each of those.
 */
function skeletonOf(schemas: Schemas, schema: JsonObject, isEntry = false): unknown {
  const { properties, items } = schema;
  if (schema['type'] === 'array') return [skeletonOf(schemas, schemas.resolve(items), true)];
  if (!isObject(properties)) return '...';
  const required = listOf(schema['required']);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => isEntry || required.includes(name))
      .map(([name, one]) => [name, skeletonOf(schemas, schemas.resolve(one))]),
  );
}

function spell(value: unknown): string {
  return JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "');
}
