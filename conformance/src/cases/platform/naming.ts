import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { operationOf } from '../../suite/contract.ts';
import { bodyOf, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, atPointer, isObject } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { tokenOf } from '../../suite/tasks.ts';
import { memoByKey } from '../../suite/work.ts';
import { readYaml } from '../../suite/yaml.ts';
import { kindsOf, placesOf, type Source, sourcesOf } from './knowledge.ts';
import { ENVIRONMENT, type Samples } from './samples.ts';

/** The names for the parameters of a path; the platform has returned none of the `invented` kinds. */
export interface Named {
  readonly path: Readonly<Record<string, string>>;
  readonly invented: readonly string[];
}

/** Sources of names. */
interface Asking extends Samples {
  readonly own: string;
  /** The operation that brings a deployment unit to a state; its valid body has a descriptor. */
  readonly start: string;
  mayCall(operation: OperationEntry): boolean;
  good(id: string): Promise<Exchange>;
}

/** Names for path parameters. */
export type Naming = ReturnType<typeof createNaming>;

/** The names of things: from the configuration, from the platform, from the descriptor, or unknown to the platform. */
export function createNaming(run: Run, asking: Asking) {
  const { contract, session, settings } = run;
  const { own, environment, goodBody, ownExample, mayCall, good } = asking;
  const operations = Object.values(contract.table.operations);
  const unknown = new Map(kindsOf(operations).map((kind) => [kind, run.invent('uuid')]));
  /** Names in the descriptor; the platform may not know them. */
  const presumed = namesIn(goodBody(asking.start));

  const known = memoByKey(async (kind: string): Promise<string | undefined> => {
    const given = kind === ENVIRONMENT ? environment() : settings.ids?.[kind];
    if (given !== undefined) return given;
    for (const source of sourcesOf(operations, kind)) {
      const { operation, pointer } = source;
      if (!mayCall(operationOf(contract, operation))) continue;
      const asked = source.example === undefined ? good(operation) : createAndMove(source);
      const answer = await asked.catch(() => undefined);
      const name =
        answer === undefined || !succeeded(answer) ? undefined : atPointer(readable(answer), pointer);
      if (typeof name === 'string' && name.trim() !== '') return name;
    }
    return undefined;
  });

  /** Creates a thing from the example of the source, and applies the transitions that make it usable. */
  const createAndMove = async ({ operation, example = '', pointer, then }: Source): Promise<Exchange> => {
    const value = ownExample(operation, example);
    const created = await session.call({ operation, label: 'create', intent: 'valid', value });
    const id = atPointer(bodyOf(created), pointer);
    if (typeof id !== 'string') return created;
    // The allowed transitions are not specified.
    for (const link of then) {
      const path = Object.fromEntries(Object.keys(link.parameters).map((place) => [place, id]));
      const call = { operation: link.operation, label: 'put in force', intent: 'valid' } as const;
      if (succeeded(await session.call({ ...call, parameters: { path }, value: link.body }))) break;
    }
    return created;
  };

  const nameAll = async (operation: OperationEntry): Promise<Named> => {
    const places = await Promise.all(
      placesOf(operation).map(async ({ name, kind }) => ({ name, kind, value: await known(kind) })),
    );
    return {
      path: Object.fromEntries(
        places.map(({ name, kind, value }) => [name, value ?? presumed[kind] ?? unknown.get(kind) ?? own]),
      ),
      invented: places.filter(({ value }) => value === undefined).map(({ kind }) => kind),
    };
  };

  /** An unknown name for the last thing in the path, and known names for all others. */
  const nameNobody = async (operation: OperationEntry): Promise<Named> => {
    const { path } = await nameAll(operation);
    const last = lastThing(operation);
    if (last === undefined) return { path, invented: [] };
    return { path: { ...path, [last.name]: run.invent('uuid') }, invented: [last.kind] };
  };

  return { known, nameAll, nameNobody };
}

/** The last path parameter that names a thing; an environment does not count. */
export function lastThing(operation: OperationEntry) {
  const places = placesOf(operation);
  return places.filter(({ kind }) => kind !== ENVIRONMENT).at(-1) ?? places.at(-1);
}

/** Accepts tokens in any form that a client can use. */
function readable(exchange: Exchange): unknown {
  const body = bodyOf(exchange);
  return isObject(body) || Array.isArray(body) ? body : tokenOf(exchange);
}

/** The deployment unit of a request and its first component, by kind of thing. */
function namesIn(body: unknown): Readonly<Record<string, string>> {
  const descriptor = readYaml(String(at(body, 'descriptor') ?? ''));
  const names = {
    'deployment-units': at(descriptor, 'id'),
    component: at(descriptor, 'components', 0, 'id'),
  };
  return Object.fromEntries(
    Object.entries(names).flatMap(([kind, name]) =>
      typeof name === 'string' ? [[kind, name] as const] : [],
    ),
  );
}
