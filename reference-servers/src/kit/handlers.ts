import type {
  Answer,
  ApiTable,
  Awaitable,
  OperationRequest,
  OperationShape,
} from '@tessera/contracts/vocabulary';
import type { HandlerContext } from '../harness/bind.ts';
import type { StopRequest, Task } from './task.ts';

// The handlers of a contract, derived from its generated operation table: the kit answers status operations, operations
// with a capability are optional, long-running ones may return work.

type Table = ApiTable['operations'];

/** Operations that start a task. */
type Starts<T extends Table> = {
  [K in keyof T]: T[K] extends { readonly longRunning: object } ? K : never;
}[keyof T];

type PollOf<E> = E extends { readonly longRunning: { readonly poll: { readonly operation: infer P } } }
  ? P
  : never;

/** Operations that stop a task. */
type Stops<T extends Table> = {
  [K in keyof T]: T[K] extends { readonly longRunning: { readonly cancel: { readonly operation: infer C } } }
    ? C
    : never;
}[keyof T];

/** Operations that a server may leave unsupported. */
type Optional<T extends Table> = {
  [K in keyof T]: T[K] extends { readonly capability: object } ? K : never;
}[keyof T];

/** Operations with a required or optional handler. */
type Asked<T extends Table> = Exclude<keyof T, { [K in keyof T]: PollOf<T[K]> }[keyof T]>;

type StatusOf<T extends Table, O, K extends keyof T> =
  PollOf<T[K]> extends infer P extends keyof O
    ? O[P] extends { responses: { 200: infer S } }
      ? S
      : never
    : never;

type StateName<E> = E extends { readonly longRunning: { readonly state: `/${infer N}` } } ? N : never;

/**
 * The output of a task: the status that a poll returns, without the members that the kit manages. Written out member by
 * member, so that a message of the compiler shows these members and not the table of operations.
 */
type OutputOf<T extends Table, O, K extends keyof T> =
  StatusOf<T, O, K> extends infer S
    ? { [P in keyof S as Exclude<P, StateName<T[K]> | 'logs'>]: S[P] }
    : never;

/** Work that continues after the token has been returned. Resolves with the output. */
export type Work<Output> = (task: Task<Output>) => Awaitable<Output>;

/** True for a union of several types. */
type IsSeveral<U, Whole = U> = (
  U extends unknown
    ? [Whole] extends [U]
      ? false
      : true
    : never
) extends false
  ? false
  : true;

/** A response without a body sends nothing, whatever the handler resolves with. */
type BodyOf<A> = A extends { readonly body: infer B } ? B : unknown;

/** The body of the only successful response; with several, the handler names one by its status. */
type Said<O extends OperationShape> = IsSeveral<Answer<O>> extends true ? Answer<O> : BodyOf<Answer<O>>;

type ResultOf<T extends Table, O extends Record<keyof T, OperationShape>, K extends keyof T> =
  K extends Starts<T>
    ? T[K] extends { readonly longRunning: { readonly finishedStatus: string } }
      ? OutputOf<T, O, K> | Work<OutputOf<T, O, K>>
      : Work<OutputOf<T, O, K>>
    : Said<O[K]>;

type HandlerOf<T extends Table, O extends Record<keyof T, OperationShape>, K extends keyof T> =
  K extends Stops<T>
    ? true | ((task: StopRequest, context: HandlerContext) => Awaitable<unknown>)
    : (request: OperationRequest<O[K]>, context: HandlerContext) => Awaitable<ResultOf<T, O, K>>;

/** Handlers by the names of operations. Mapped over `O`, so that an editor shows the contract's description of each. */
type Required<T extends Table, O extends Record<keyof T, OperationShape>, K extends keyof T> = {
  readonly [P in keyof Pick<O, K>]: HandlerOf<T, O, P & keyof T>;
};

/** Handlers with other names. Mapped over `Names`, which document themselves. */
type Renamed<T extends Table, O extends Record<keyof T, OperationShape>, Names> = {
  readonly [N in keyof Names]: HandlerOf<T, O, Names[N] & keyof T>;
};

/** The names of handlers whose operations are optional. */
type OptionalNames<T extends Table, Names> = {
  [N in keyof Names]: Names[N] extends Optional<T> ? N : never;
}[keyof Names];

/** The handlers of a contract: `T` its table, `O` its operations, `Names` operations by the names of handlers that differ. */
export type HandlersOf<
  T extends Table,
  O extends Record<keyof T, OperationShape>,
  Names extends Readonly<Record<string, keyof T>> = Record<never, never>,
> = Required<T, O, Exclude<Asked<T>, Optional<T> | Names[keyof Names]>> &
  Partial<Required<T, O, Exclude<Extract<Asked<T>, Optional<T>>, Names[keyof Names]>>> &
  Renamed<T, O, Omit<Names, OptionalNames<T, Names>>> &
  Partial<Renamed<T, O, Pick<Names, OptionalNames<T, Names>>>>;
