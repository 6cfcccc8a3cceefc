import type { LinkEntry, OperationEntry } from '@tessera/contracts/vocabulary';
import { changesState } from '../../suite/contract.ts';
import { type JsonObject, listOf } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';
import type { Facts } from './facts.ts';
import { linksOf } from './knowledge.ts';

/** An operation at the end of a link, the path parameter for the name, and the required content of its body. */
export interface Step {
  readonly operation: string;
  readonly place: string;
  readonly body?: JsonObject;
}

/** A kind of thing with the operations of its life cycle, from the links of the operation that creates it. */
export interface Life {
  readonly create: string;
  /** Member with its name, in the answer of `create`. */
  readonly name: string;
  readonly read: Step | undefined;
  /** A list of all of them, with the JSON pointer of its items. */
  readonly list: { readonly operation: string; readonly items: string } | undefined;
  readonly change: Step | undefined;
  readonly remove: Step | undefined;
}

/** Life cycles of the created things that have a separate name. */
export function livesOf(operations: readonly OperationEntry[]): Life[] {
  return operations.flatMap((create) => {
    const links = Object.entries(linksOf(create));
    const steps = links.flatMap(([role, link]) => stepsOf(link).map((step) => ({ role, ...step })));
    const [first] = steps;
    if (!changesState(create) || create.longRunning !== undefined || first === undefined) return [];
    const called = (role: string) => steps.find((one) => one.role === role);
    const isRead = ({ operation }: Step) =>
      operations.some(({ id, method }) => id === operation && method === 'GET');
    const list = operations.find(({ method, path }) => method === 'GET' && path === create.path);
    return [
      {
        create: create.id,
        name: first.name,
        read: steps.find(isRead),
        list: list && { operation: list.id, items: list.pagination?.items ?? '' },
        change: called('change'),
        remove: called('remove'),
      },
    ];
  });
}

/**
 * Settings of the platform: the operation that reads one, the one that writes it, and the path parameter for the value.
 */
export function settingsOf(operations: readonly OperationEntry[]): Setting[] {
  return operations.flatMap((one) => {
    const link = linksOf(one)['set'];
    const [step] = link === undefined ? [] : stepsOf(link);
    return step === undefined
      ? []
      : [{ read: one.id, write: step.operation, place: step.place, member: step.name }];
  });
}

export interface Setting {
  readonly read: string;
  readonly write: string;
  readonly place: string;
  /** Member with the value, in the answer of `read`. */
  readonly member: string;
}

/** The operations of the life cycle of a kind of thing. */
export function lifeOf({ operations, cast }: Pick<Facts, 'operations' | 'cast'>, kind: string) {
  const create = cast.maker(kind);
  const life = livesOf(operations).find((one) => one.create === create);
  const { read, change, remove } = life ?? {};
  return {
    create,
    read: read?.operation ?? '',
    change: change?.operation ?? '',
    remove: remove?.operation ?? '',
  };
}

/** The name is a direct member of the answer: a deeper member belongs to one of several things. */
function stepsOf({ operation, parameters, body }: LinkEntry): (Step & { readonly name: string })[] {
  return Object.entries(parameters).flatMap(([place, expression]) => {
    const name = /^\$response\.body#\/([^/]+)$/.exec(expression)?.[1];
    return name === undefined ? [] : [{ operation, place, name, ...(body === undefined ? {} : { body }) }];
  });
}

/** Sources of the members of an operation's valid body, each with a pointer; undefined if its example is complete. */
export function takenOverBy(operations: readonly OperationEntry[], { id }: OperationEntry) {
  for (const maker of operations) {
    for (const { operation, body = {} } of Object.values(linksOf(maker))) {
      const members = Object.entries(body).flatMap(([member, value]) => {
        const [, pointer] = /^\$response\.body#(.*)$/.exec(String(value)) ?? [];
        return pointer === undefined ? [] : [[member, pointer] as const];
      });
      if (operation === id && members.length > 0) return { from: maker.id, members };
    }
  }
  return undefined;
}

/**
 * Operations on the content of a descriptor, ordered so that one deployment unit can go through all of them: an
 * operation that ends the work of another one comes last.
 */
export function unitWork(operations: readonly OperationEntry[], schemas: Schemas): UnitWork {
  const work = operations.filter(
    (one) =>
      one.longRunning !== undefined &&
      changesState(one) &&
      listOf(schemas.named(one.body?.schema ?? '')['required']).includes('descriptor'),
  );
  const ending = new Set(work.map((one) => linksOf(one)['remove']?.operation));
  const ids = work.map(({ id }) => id);
  return {
    building: ids.filter((id) => !ending.has(id)),
    ending: ids.filter((id) => ending.has(id)),
  };
}

export interface UnitWork {
  readonly building: readonly string[];
  readonly ending: readonly string[];
}

/**
 * Prerequisites of an operation: work on one deployment unit is sequential, a value must be set before it is read, and
 * a thing in use may no longer be replaced.
 */
export function earlierThan(
  operations: readonly OperationEntry[],
  { building, ending }: UnitWork,
  { id, method, path, responses }: OperationEntry,
): string | undefined {
  const order = [...building, ...ending];
  if (order.includes(id)) return order[order.indexOf(id) - 1];
  const links = operations
    .map(linksOf)
    .find(({ enable, grace }) => [enable, grace].some((one) => one?.operation === id));
  if (links?.['replace'] !== undefined) return links['replace'].operation;
  const mayBeUnset = method === 'GET' && !path.includes('{') && Object.hasOwn(responses, '404');
  return mayBeUnset ? operations.find((one) => one.path === path && changesState(one))?.id : undefined;
}
