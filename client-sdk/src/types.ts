import type { OperationShape } from '@tessera/contracts/vocabulary';
import type { ApiError } from './errors.ts';
import type { CancellableTaskHandle, SavedTask, TaskHandle } from './long-running.ts';
import type { CallOptions, HeaderValues } from './options.ts';
import type { Pager } from './paginate.ts';

/** The generated `Operations` of one API. */
export type OperationShapes<Operations> = { [Id in keyof Operations]: OperationShape };

/** A client with a function for every operation of an API, named by its operationId. */
export type ApiClient<Operations extends OperationShapes<Operations>, Kinds extends object> = {
  readonly [Id in keyof Operations]: OperationOf<Operations[Id], Id extends keyof Kinds ? Kinds[Id] : object>;
};

type OperationOf<Shape extends OperationShape, Kind> = Kind extends TaskKind
  ? LongRunningOperation<Shape, Kind['status'], HandleOf<Kind>>
  : Kind extends PagesKind
    ? PagedOperation<Shape, Kind['items']>
    : PlainOperation<Shape>;

interface TaskKind {
  readonly status: unknown;
  readonly cancellable: boolean;
}

interface PagesKind {
  /** JSON pointer of the list in an answer. */
  readonly items: string;
}

/**
 * An operation that returns its result: a call resolves to the body of the successful response. The signatures of
 * operations have no documentation, so that editors show the documentation of the contract.
 */
export interface PlainOperation<Shape extends OperationShape> extends OperationBasics<Shape> {
  (...args: CallParameters<Shape>): Promise<SuccessBody<Shape>>;
}

/** An operation that starts a task: a call resolves to a handle when the task has started. */
export interface LongRunningOperation<Shape extends OperationShape, Status, Handle>
  extends OperationBasics<Shape> {
  (...args: CallParameters<Shape>): Promise<Handle>;
  /**
   * Creates the handle of a task from its token, or from the result of the handle's `toJSON`; throws `TypeError` for
   * any other value. Sends no request.
   */
  resume(saved: string | SavedTask<Status>): Handle;
}

/**
 * An operation that returns a paginated list: a call returns a pager. `await` it for one page, or iterate over it for
 * all items.
 */
export interface PagedOperation<Shape extends OperationShape, Items extends string>
  extends OperationBasics<Shape> {
  (...args: CallParameters<Shape>): Pager<ItemOf<Shape, Items>, SuccessBody<Shape>>;
}

/** Properties of every operation. */
export interface OperationBasics<Shape extends OperationShape> {
  /** The operationId of the contract. */
  readonly operationId: string;
  /** Sends one request like a call, and resolves to the successful response with status and headers. */
  withResponse(...args: CallParameters<Shape>): Promise<SuccessResponse<Shape>>;
  /** Whether an error is one that the contract lists for this operation; `status` distinguishes them. */
  isError(error: unknown): error is ApiErrorOf<Shape>;
}

/** The arguments of an operation: the parts of its request, and the options of the call. */
export type CallArguments<Shape extends OperationShape> = CallOptions &
  Part<'path', Shape['path']> &
  Part<'query', Shape['query']> &
  HeadersPart<Shape['headers']> &
  BodyPart<Shape['body']>;

/** One argument; optional if the operation requires none of its parts. */
export type CallParameters<Shape extends OperationShape> =
  Partial<CallArguments<Shape>> extends CallArguments<Shape>
    ? [args?: CallArguments<Shape>]
    : [args: CallArguments<Shape>];

/** Documents the parts; the types of the parts of an operation are mapped over it. */
interface Parts {
  /** Path parameters. */
  readonly path: unknown;
  /** Query parameters. */
  readonly query: unknown;
  /** Headers of the contract, and any others; a header whose value is `undefined` is not sent. */
  readonly headers: unknown;
  /** The request body; sent as JSON. */
  readonly body: unknown;
}

type Needed<Name extends keyof Parts, Values> = { [N in keyof Pick<Parts, Name>]: Values };
type Optional<Name extends keyof Parts, Values> = { [N in keyof Pick<Parts, Name>]?: Values };

type Part<Name extends keyof Parts, Values> = keyof Values extends never
  ? Optional<Name, never>
  : Partial<Values> extends Values
    ? Optional<Name, Values>
    : Needed<Name, Values>;

/** Further headers are always allowed; `X-Request-ID` is always sent. */
type HeadersPart<Values> =
  Partial<Omit<Values, RequestIdHeader>> extends Omit<Values, RequestIdHeader>
    ? Optional<'headers', HeadersOf<Values>>
    : Needed<'headers', HeadersOf<Values>>;

type RequestIdHeader = 'X-Request-ID';

type HeadersOf<Values> = Omit<Values, RequestIdHeader> & HeaderValues;

type BodyPart<Body> = [Body] extends [undefined]
  ? Optional<'body', never>
  : undefined extends Body
    ? Optional<'body', Exclude<Body, undefined>>
    : Needed<'body', Body>;

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206;

/** Body of the successful response; `undefined` if a successful response has none. */
export type SuccessBody<Shape extends OperationShape> = Shape['responses'][SuccessStatus &
  keyof Shape['responses']];

/** A successful response as received, distinguished by its status. */
export type SuccessResponse<Shape extends OperationShape> = {
  [Status in SuccessStatus & keyof Shape['responses']]: {
    readonly status: Status;
    readonly body: Shape['responses'][Status];
    readonly headers: Headers;
    readonly requestId: string;
  };
}[SuccessStatus & keyof Shape['responses']];

type ErrorStatus<Shape extends OperationShape> = Exclude<keyof Shape['responses'], SuccessStatus> & number;

/** The errors that the contract lists for an operation, distinguished by `status`. */
export type ApiErrorOf<Shape extends OperationShape> = {
  [Status in ErrorStatus<Shape>]: ApiError<
    Status,
    Shape['responses'][Status],
    Status extends keyof Shape['errors'] ? Shape['errors'][Status] & string : never
  >;
}[ErrorStatus<Shape>];

type HandleOf<Kind extends TaskKind> = Kind['cancellable'] extends true
  ? CancellableTaskHandle<Kind['status']>
  : TaskHandle<Kind['status']>;

type ItemOf<Shape extends OperationShape, Items extends string> =
  ValueAt<SuccessBody<Shape>, Items> extends infer List
    ? NonNullable<List> extends readonly (infer Item)[]
      ? Item
      : never
    : never;

/** The type at a JSON pointer. */
type ValueAt<Value, Pointer extends string> = Pointer extends `/${infer Name}/${infer Rest}`
  ? Name extends keyof NonNullable<Value>
    ? ValueAt<NonNullable<Value>[Name], `/${Rest}`>
    : never
  : Pointer extends `/${infer Name}`
    ? Name extends keyof NonNullable<Value>
      ? NonNullable<Value>[Name]
      : never
    : Value;
