import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { isObject, type JsonObject } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';
import type { Facts } from './facts.ts';
import { placesOf } from './knowledge.ts';
import { isProse } from './plain.ts';

/** A body with only its required members; all of it if the value of one member may require others. */
export function neededOf(schemas: Schemas, schema: string, good: JsonObject): JsonObject {
  const { properties, required } = schemas.members(schema);
  const members = Object.values(properties);
  if (members.length === 0 || members.some((one) => one['enum'] !== undefined)) return good;
  return pick(good, required);
}

/** A request with less content than the valid one, as the schema allows. */
interface Less {
  readonly of: string;
  readonly what: string;
  readonly value: JsonObject;
}

/**
 * Separate requests with minimal content. An empty request is excluded; a thing is created without its optional
 * members.
 *
 * @param isTold whether the answer repeats all that was sent, so that empty members are checked with it
 */
export function leastOf(facts: Facts, operation: OperationEntry, isTold: boolean): Less[] {
  const { body, id } = operation;
  const good = facts.goodBody(id);
  const { schemas } = facts.run.session;
  const isBusy = [...facts.work.building, ...facts.work.ending].includes(id);
  if (body === undefined || !isObject(good) || isBusy || placesOf(operation).length > 0) return [];
  const needed = { of: 'needed', what: 'required fields only' };
  const least = [{ ...needed, value: neededOf(schemas, body.schema, good) }, ...oneList(good)].filter(
    ({ value }) => {
      const count = Object.keys(value).length;
      return count > 0 && count < Object.keys(good).length;
    },
  );
  const empty = isTold ? [] : emptied(schemas, body.schema, good);
  return [...least, ...empty].filter(({ value }) => schemas.isValid(body.schema, value));
}

/** If a body consists of optional lists, each list alone. */
function oneList(good: JsonObject): Less[] {
  const names = Object.keys(good);
  if (names.length < 2 || !names.every((name) => Array.isArray(good[name]))) return [];
  return names.map((name) => ({
    of: `${name}.alone`,
    what: `${name} alone`,
    value: pick(good, [name]),
  }));
}

/** Empty lists, and empty texts for people. */
function emptied(schemas: Schemas, schema: string, good: JsonObject): Less[] {
  return Object.entries(schemas.members(schema).properties).flatMap(([name, property]) => {
    const isText = isProse(name, property) && property['minLength'] === undefined;
    const isList = Array.isArray(good[name]) && property['minItems'] === undefined;
    const value = isText ? '' : [];
    return isText || isList
      ? [{ of: `${name}.empty`, what: `an empty ${name}`, value: { ...good, [name]: value } }]
      : [];
  });
}

function pick(good: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(good).filter(([name]) => names.includes(name)));
}
