import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { Body, Reply } from '../reply.ts';
import { kindOf, type Memory } from './memory.ts';
import type { Call } from './server.ts';

/** Looks up the contract's example of a response. */
export type Example = (operation: string, status: number) => unknown;

/** A valid request, and helpers that build a response to it. */
export interface Asked {
  readonly memory: Memory;
  /** `API.operation`. */
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Body;
  readonly input: unknown;
  /** The members of the request body; empty unless it is an object. */
  readonly body: Body;
  /** The contract's example of the success response. */
  readonly example: unknown;
  ok(value?: unknown): Reply;
  unknown(status?: number): Reply;
  refuse(status?: number): Reply;
  /** Starts a task. */
  begin(wrap: (token: string) => unknown): Reply;
  page<T>(all: readonly T[]): readonly T[];
  readonly store: Store;
}

/** Named items, grouped by kind. */
interface Store {
  all(kind: string): Body[];
  look(kind: string, name: string | undefined): Reply;
  change(kind: string, name: string | undefined, more: Body): Reply;
  keep(kind: string, name: string, thing: Body): Reply;
  remove(kind: string, name: string | undefined): Reply;
}

/** Handlers by operation. */
export type Answers = Readonly<Record<string, () => Reply>>;

/** The members of an object; empty for any other value. */
export function membersOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Adds the response helpers to a request. */
export function ask(memory: Memory, call: Call, operation: OperationEntry, example: Example): Asked {
  const { operation: id, path, query, input } = call;
  const good = Number(Object.keys(operation.responses).find((status) => status < '300'));
  const ok = (value: unknown): Reply => ({ status: good, body: value });
  const refusing =
    (usual: number) =>
    (status = usual): Reply => ({ status, body: example(id, status) });
  const page = <T>(all: readonly T[]): readonly T[] => {
    const [offset, limit] = [Number(query['offset'] ?? 0), Number(query['limit'] ?? 1000)];
    return all.slice(offset, offset + limit);
  };
  const begin = (wrap: (token: string) => unknown): Reply => {
    const token = crypto.randomUUID();
    memory.tasks.set(token, { startedAt: performance.now(), stopped: false, by: id });
    return ok(wrap(token));
  };
  const unknown = refusing(404);
  const replies = { ok, unknown, refuse: refusing(400), begin, page };
  const store = storeOf(memory, ok, unknown);
  return {
    memory,
    operation: id,
    path,
    query,
    input,
    body: membersOf(input),
    example: example(id, good),
    ...replies,
    store,
  };
}

function storeOf({ things }: Memory, ok: (value?: unknown) => Reply, unknown: () => Reply): Store {
  const told = (thing: Body | undefined): Reply => (thing === undefined ? unknown() : ok(thing));
  return {
    all: (kind) => [...kindOf(things, kind).values()],
    look: (kind, name = '') => told(kindOf(things, kind).get(name)),
    change(kind, name = '', more) {
      const thing = kindOf(things, kind).get(name);
      return told(thing === undefined ? undefined : Object.assign(thing, more));
    },
    keep(kind, name, thing) {
      kindOf(things, kind).set(name, thing);
      return ok(thing);
    },
    remove: (kind, name = '') => (kindOf(things, kind).delete(name) ? ok() : unknown()),
  };
}

/** Sorts by name. */
export function byName(all: readonly Body[]): Body[] {
  return [...all].sort((left, right) => (String(left['name']) < String(right['name']) ? -1 : 1));
}
