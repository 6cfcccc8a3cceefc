import { lifecycles } from '@tessera/contracts/lifecycles';
import type {
  LifecycleEntry,
  LinkEntry,
  OperationEntry,
  TransitionEntry,
} from '@tessera/contracts/vocabulary';
import { changesState, isOurChoice, operationOf } from '../../suite/contract.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, isObject, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import type { Departure, Schemas } from '../../suite/schemas.ts';

/** Whether an operation overwrites a single setting of the platform with a member that no operation returns. */
export function replacesSecrets({ method, body, path }: OperationEntry, schemas: Schemas): boolean {
  if (body === undefined || method === 'GET' || path.includes('{')) return false;
  const { required, secret } = membersOf(body.schema, schemas);
  return required.some((name) => secret.includes(name));
}

/** A body with placeholders for secrets, for a user to fill in. */
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

/** Where a name comes from. Operations that create a thing are used only when the run may write. */
export interface Source {
  readonly operation: string;
  /** JSON pointer into the answer. */
  readonly pointer: string;
  /** The example to send, if not the first. */
  readonly example?: string;
  /** The transitions that make the thing usable: the first accepted one counts. */
  readonly then: readonly LinkEntry[];
}

interface Moves extends Pick<LifecycleEntry, 'initial' | 'terminal'> {
  readonly moves: readonly TransitionEntry[];
}

/** The transitions that an operation causes, and where their lifecycle begins and ends. */
export function movesBy(operation: string): Moves {
  const name = operation.split('.').at(-1);
  for (const lifecycle of Object.values<LifecycleEntry>(lifecycles)) {
    const { transitions } = lifecycle;
    const moves = transitions === 'unspecified' ? [] : transitions.filter(({ by }) => by === name);
    if (moves.length > 0) return { ...lifecycle, moves };
  }
  return { terminal: [], moves: [] };
}

/** Whether its valid request uses an unknown name, because it removes what it names or, without a body, ends it. */
export function asksForNobody({ id, method, body }: OperationEntry): boolean {
  return method === 'DELETE' || (method === 'PUT' && body === undefined && movesBy(id).terminal.length > 0);
}

/**
 * Whether a departure of an answer from its schema concerns what this project chose of the schema. A success that it
 * chose may be bare, or have another form; with some members of the form in the contract, it needs all of them.
 */
export function isChosenIn(
  { contract, session }: Pick<Run, 'contract'> & { readonly session: Pick<Run['session'], 'schemas'> },
  exchange: Exchange,
  { keyword, pointer }: Departure,
): boolean {
  const operation = operationOf(contract, exchange.operation);
  const status = statusOf(exchange);
  const { chosen, schema = '' } = operation.responses[String(status)] ?? {};
  const isWhole = chosen === 'body' || hasChosenAnswer(operation, status);
  const isDirect = pointer.lastIndexOf('/') <= 0;
  if (chosen === 'required' && keyword === 'required' && isDirect) return true;
  if (status >= 400) return isWhole || isOurChoice(operation, status);
  if (pointer === '') return isWhole && keyword === 'type';
  const { required } = session.schemas.members(schema);
  const isOther = !required.some((name) => at(bodyOf(exchange), name) !== undefined);
  return isWhole && keyword === 'required' && isDirect && (isBare(exchange) || isOther);
}

/** Whether an answer has at most one member, such as the name of what was created. */
function isBare(exchange: Exchange): boolean {
  return Object.keys(Object(bodyOf(exchange))).length <= 1;
}

/** A bare answer where no source specifies the answer: it says nothing about what was stored. */
export function saysNothing(operation: OperationEntry, exchange: Exchange): boolean {
  return hasChosenAnswer(operation, statusOf(exchange)) && isBare(exchange);
}

/** Whether no source specifies what an operation returns with a status. */
function hasChosenAnswer({ chosen = {} }: OperationEntry, status: number): boolean {
  return typeof chosen === 'string' || chosen[`responses/${status}`] !== undefined;
}

export interface Place {
  readonly name: string;
  readonly kind: string;
}

/** The path parameters, each with the kind of thing that it names. */
export const placesOf = ofEach(({ parameters }): readonly Place[] =>
  parameters.flatMap(({ in: place, name, names: [kind] = [] }) =>
    place === 'path' && kind !== undefined ? [{ name, kind }] : [],
  ),
);

/** Caches what follows from the entry of an operation alone, because it is used often. */
function ofEach<T>(read: (operation: OperationEntry) => T): (operation: OperationEntry) => T {
  const known = new WeakMap<OperationEntry, T>();
  return (operation) => {
    const value = known.get(operation) ?? read(operation);
    known.set(operation, value);
    return value;
  };
}

/**
 * Sources for names of a kind of thing: the links of the contract to an operation that needs one. Operations that
 * create a thing come first, because the run owns it.
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

/** All links of the successful answers of an operation, by name. */
export const linksOf = ofEach(
  ({ responses }): Readonly<Record<string, LinkEntry>> =>
    Object.assign({}, ...Object.values(responses).map(({ links }) => links)),
);

/** All kinds of things that paths name. */
export function kindsOf(operations: readonly OperationEntry[]): string[] {
  return [...new Set(operations.flatMap(placesOf).map(({ kind }) => kind))];
}

/** The kind of thing that some parameter names instead: the names of both have the same form. */
export function kinOf(operations: readonly OperationEntry[], kind: string): string | undefined {
  const together = operations.flatMap(({ parameters }) => parameters.map(({ names = [] }) => names));
  return together.find((names) => names.includes(kind) && names.length > 1)?.find((other) => other !== kind);
}
