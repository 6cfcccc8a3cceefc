import type { LinkEntry, OperationEntry } from '@tessera/contracts/vocabulary';
import { isObject, listOf } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';

/** Whether an operation writes over what the platform has only one of, with a member that no operation shows. */
export function replacesSecrets({ method, body, path }: OperationEntry, schemas: Schemas): boolean {
  if (body === undefined || method === 'GET' || path.includes('{')) return false;
  const { required, secret } = membersOf(body.schema, schemas);
  return required.some((name) => secret.includes(name));
}

/** A body with a word in place of what is secret, for somebody to fill in. */
export function withoutSecrets({ body }: OperationEntry, schemas: Schemas, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { secret } = membersOf(body?.schema ?? '', schemas);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, secret.includes(name) ? 'THE-KEY' : member]),
  );
}

function membersOf(body: string, schemas: Schemas) {
  const { required, properties } = schemas.named(body);
  const members = Object.entries(isObject(properties) ? properties : {});
  return {
    required: listOf(required).map(String),
    secret: members.flatMap(([name, one]) => (schemas.resolve(one)['writeOnly'] === true ? [name] : [])),
  };
}

/** Where the name of a thing is learned; those that create one are asked only when the run may write. */
export interface Source {
  readonly operation: string;
  /** JSON pointer into the answer. */
  readonly pointer: string;
  /** The example to send, where the first will not do. */
  readonly example?: string;
  /** What is done with the thing before it will do: the first of these that is taken. */
  readonly then: readonly LinkEntry[];
}

/** Whether calling it may change what the platform knows or does. */
export function changesState({ method, safe }: OperationEntry): boolean {
  return method !== 'GET' && safe !== true;
}

/** Whether its good request names nobody: it removes or ends what it names. */
export function asksForNobody({ method, path, body }: OperationEntry): boolean {
  // What a PUT without a body does to the thing that it names is said by the end of its path: nothing is stored there.
  const isVerb = body === undefined && path.includes('}/') && !path.endsWith('}');
  return method === 'DELETE' || (method === 'PUT' && isVerb);
}

/**
 * Whether another status of its kind stands in the contract by our own choice, so that nobody fails for this one: how
 * something is created, and how something unknown is answered, is not always said.
 */
export function isOurChoice({ chosen = {}, path }: OperationEntry, status: number): boolean {
  const about = typeof chosen === 'string' ? [] : Object.keys(chosen);
  const isNamed = path.includes('{');
  return about.some((one) => {
    const [, listed] = /^responses\/(\d)\d\d$/.exec(one) ?? [];
    if (listed === undefined || status >= 500) return false;
    return listed === String(status)[0] || (status === 404 && isNamed && listed === '2');
  });
}

export interface Place {
  readonly name: string;
  readonly kind: string;
}

/** The places of a path with the kind of thing that each names. */
export const placesOf = ofEach(({ path, parameters }): readonly Place[] => {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name === undefined) return [];
    const before = segments[index - 1] ?? '';
    // Two names in a row: the second is told by its own.
    const kind = before.startsWith('{') ? name.replace(/-id$/, '') : before;
    const told = parameters.find((one) => one.in === 'path' && one.name === name)?.names;
    return [{ name, kind: told?.[0] ?? kind }];
  });
});

/** What follows from the entry of an operation alone is worked out once: it is asked for at every turn. */
function ofEach<T>(read: (operation: OperationEntry) => T): (operation: OperationEntry) => T {
  const known = new WeakMap<OperationEntry, T>();
  return (operation) => {
    const value = known.get(operation) ?? read(operation);
    known.set(operation, value);
    return value;
  };
}

/**
 * Where names of a kind of thing are learned: from the links of the contract that lead to an operation which asks for
 * one. What makes a thing comes first, since it is the run's own.
 */
export function sourcesOf(operations: readonly OperationEntry[], kind: string): readonly Source[] {
  const found = operations.flatMap((operation) => {
    const links = linksOf(operation);
    return Object.values(links).flatMap((link) => {
      const target = operations.find(({ id }) => id === link.operation);
      const place = target === undefined ? undefined : placesOf(target).find((one) => one.kind === kind);
      const pointer = /^\$response\.body(?:#(.*))?$/.exec(link.parameters[place?.name ?? ''] ?? '');
      if (pointer === null) return [];
      const { example, after = [] } = link.needs ?? {};
      const then = after.flatMap((name) => links[name] ?? []);
      const first = { operation: operation.id, pointer: pointer[1] ?? '', then };
      return [{ source: example === undefined ? first : { ...first, example }, operation }];
    });
  });
  const isMaking = ({ operation }: (typeof found)[number]): boolean => changesState(operation);
  return [...found.filter(isMaking), ...found.filter((one) => !isMaking(one))].map(({ source }) => source);
}

/** All links of the good answers of an operation, by name. */
export const linksOf = ofEach(
  ({ responses }): Readonly<Record<string, LinkEntry>> =>
    Object.assign({}, ...Object.values(responses).map(({ links }) => links)),
);

/** All kinds of things that paths name. */
export function kindsOf(operations: readonly OperationEntry[]): string[] {
  return [...new Set(operations.flatMap(placesOf).map(({ kind }) => kind))];
}

/** The kind of thing that has the same operations as another one, at paths that differ in its segment alone. */
export function kinOf(operations: readonly OperationEntry[], kind: string): string | undefined {
  const asked = askedAbout(operations, kind);
  return kindsOf(operations).find(
    (other) => other !== kind && asked !== '' && askedAbout(operations, other) === asked,
  );
}

function askedAbout(operations: readonly OperationEntry[], kind: string): string {
  const asked = operations.flatMap(({ method, path }) => {
    const place = path.indexOf(`/${kind}/{`);
    return place === -1 ? [] : [`${method} ${path.slice(0, place)} ${path.slice(place + kind.length + 1)}`];
  });
  // What can only be looked at has nothing that tells it from others.
  return asked.length > 1 ? asked.sort().join() : '';
}
