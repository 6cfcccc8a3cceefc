import type {
  Answer,
  ApiTable,
  Awaitable,
  OperationRequest,
  OperationShape,
} from '@tessera/contracts/vocabulary';
import type { HandlerContext } from '../harness/bind.ts';
import type { StopRequest, Task } from './task.ts';

// Which handlers a contract asks for, worked out from its generated operation table: status operations are answered by the
// kit, operations with a capability are optional, long-running ones may answer with work that goes on.

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

/** Operations that a server may do without. */
type Optional<T extends Table> = {
  [K in keyof T]: T[K] extends { readonly capability: object } ? K : never;
}[keyof T];

/** Operations that need a handler or may have one. */
type Asked<T extends Table> = Exclude<keyof T, { [K in keyof T]: PollOf<T[K]> }[keyof T]>;

type StatusOf<T extends Table, O, K extends keyof T> =
  PollOf<T[K]> extends infer P extends keyof O
    ? O[P] extends { responses: { 200: infer S } }
      ? S
      : never
    : never;

type StateName<E> = E extends { readonly longRunning: { readonly state: `/${infer N}` } } ? N : never;

/** What a task has to show: the status that a poll answers with, without what the kit keeps. */
type OutputOf<T extends Table, O, K extends keyof T> = Omit<StatusOf<T, O, K>, StateName<T[K]> | 'logs'>;

/** Work that goes on after the token has been handed out. Resolves with what there is to show in the end. */
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

/** An answer without a body sends nothing, whatever the handler resolves with. */
type BodyOf<A> = A extends { readonly body: infer B } ? B : unknown;

/** The body of the only successful answer; an operation with several says which by its status. */
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

type NameOf<K, Names> = K extends keyof Names ? Extract<Names[K], string> : K;

/** The handlers of a contract: `T` its table, `O` its operations, `Names` the handlers with names of their own. */
export type HandlersOf<
  T extends Table,
  O extends Record<keyof T, OperationShape>,
  Names extends { readonly [K in keyof T]?: string } = Record<never, string>,
> = {
  readonly [K in Exclude<Asked<T>, Optional<T>> as NameOf<K, Names>]: HandlerOf<T, O, K>;
} & {
  readonly [K in Extract<Asked<T>, Optional<T>> as NameOf<K, Names>]?: HandlerOf<T, O, K>;
};
