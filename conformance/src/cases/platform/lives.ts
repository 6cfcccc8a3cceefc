import type { LinkEntry, OperationEntry } from '@tessera/contracts/vocabulary';
import { type JsonObject, listOf } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';
import type { Facts } from './facts.ts';
import { changesState, linksOf } from './knowledge.ts';

/** An operation that a link leads to, the place of its path that takes the name, and what its body has to hold. */
export interface Step {
  readonly operation: string;
  readonly place: string;
  readonly body?: JsonObject;
}

/** A kind of thing with the operations of its life, as the links of what makes it tell them. */
export interface Life {
  readonly create: string;
  /** Member that names it, in the answer of `create`. */
  readonly name: string;
  readonly read: Step | undefined;
  /** A list of all of them, with the JSON pointer of its items. */
  readonly list: { readonly operation: string; readonly items: string } | undefined;
  readonly change: Step | undefined;
  readonly remove: Step | undefined;
}

/** What operations make that has a name of its own. */
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

/** Settings of the platform: what reads one, what writes it, and the place of its path that takes the value. */
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
  /** Member that tells the value, in the answer of `read`. */
  readonly member: string;
}

/** The operations of the life of a kind of thing. */
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

/** The name is a member of the answer itself: what stands deeper is one of several things. */
function stepsOf({ operation, parameters, body }: LinkEntry): (Step & { readonly name: string })[] {
  return Object.entries(parameters).flatMap(([place, expression]) => {
    const name = /^\$response\.body#\/([^/]+)$/.exec(expression)?.[1];
    return name === undefined ? [] : [{ operation, place, name, ...(body === undefined ? {} : { body }) }];
  });
}

/** Where members of the good body of an operation come from, with a pointer for each; undefined where its example says it all. */
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
 * Operations that work on what a descriptor describes, in an order in which all of them can be done with one deployment
 * unit: what ends the work of another one comes last.
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
 * What has to have ended before an operation is asked: work on one deployment unit is done one after the other, what
 * nobody has set cannot be read, and what is in use may no longer be replaced.
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
