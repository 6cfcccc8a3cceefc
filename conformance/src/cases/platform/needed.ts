import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';
import type { Facts } from './facts.ts';
import { placesOf } from './knowledge.ts';

/** A body with what has to be there alone; all of it where the value of one member may ask for others. */
export function neededOf(schemas: Schemas, schema: string, good: JsonObject): JsonObject {
  const parts = partsOf(schemas, schemas.named(schema));
  const members = parts.flatMap(({ properties }) => (isObject(properties) ? Object.values(properties) : []));
  const isChoice = (one: unknown) => schemas.resolve(one)['enum'] !== undefined;
  if (members.length === 0 || members.some(isChoice)) return good;
  const needed = parts.flatMap(({ required }) => listOf(required)).map(String);
  return Object.fromEntries(Object.entries(good).filter(([name]) => needed.includes(name)));
}

/** A schema and all that it is made of. */
function partsOf(schemas: Schemas, schema: JsonObject): JsonObject[] {
  const bases = listOf(schema['allOf']).map((one) => schemas.resolve(one));
  return [schema, ...bases.flatMap((one) => partsOf(schemas, one))];
}

/** The same as a request of its own. One that says nothing at all is no request; one about a thing is made without it. */
export function neededAlone(facts: Facts, operation: OperationEntry) {
  const { body, id } = operation;
  const good = facts.goodBody(id);
  const { schemas } = facts.run.session;
  const isBusy = [...facts.work.building, ...facts.work.ending].includes(id);
  if (body === undefined || !isObject(good) || isBusy || placesOf(operation).length > 0) return [];
  const value = neededOf(schemas, body.schema, good);
  const count = Object.keys(value).length;
  const isLess = count > 0 && count < Object.keys(good).length && schemas.isValid(body.schema, value);
  return isLess ? [{ of: 'needed', what: 'what has to be there alone', value }] : [];
}
