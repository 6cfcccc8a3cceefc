// The types of the generated tables. Copied unchanged into generated/.

/** JSON Schema 2020-12 document; all definitions are under `$defs`. */
export interface SchemaDocument {
  readonly $schema: string;
  readonly $id: string;
  readonly $defs: { readonly [name: string]: object };
}

/** All operations of one API. */
export interface ApiTable {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly version: string;
  /** Path of the API in the merged file, for example `/tech-adapter`. */
  readonly prefix: string;
  readonly operations: { readonly [operationId: string]: OperationEntry };
}

/** The wire facts of one operation. */
export interface OperationEntry {
  readonly id: string;
  readonly method: string;
  /** Without the API's prefix; parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly deprecated?: true;
  /** Contract version that added the operation. */
  readonly since?: string;
  readonly chosen?: Chosen;
  readonly secured?: true;
  /** Changes nothing, although its method says that it might. */
  readonly safe?: true;
  readonly steady?: SteadyEntry;
  readonly parameters: readonly ParameterEntry[];
  readonly body?: BodyEntry;
  /** By status; an empty entry is an answer without body. */
  readonly responses: { readonly [status: string]: ResponseEntry };
  /** Codes of the error catalog by status. */
  readonly errors: { readonly [status: string]: readonly string[] };
  readonly longRunning?: LongRunningEntry;
  readonly capability?: CapabilityUseEntry;
  readonly pagination?: PaginationEntry;
  readonly callbacks?: readonly CallbackEntry[];
}

/** What a repeated request finds unchanged. */
export interface SteadyEntry {
  /** JSON pointers into the bodies of the responses: `*` stands for every item or member, and text with a member is YAML. */
  readonly same: readonly string[];
  /** Not always. */
  readonly usually?: true;
}

/** Where the requirement is silent: why we decided so. Never a reason to fail anybody. */
export type Chosen = string | { readonly [about: string]: string };

export interface ParameterEntry {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  /** Keywords of its schema, such as `default`, that are this toolkit's choice: an implementation may have others. */
  readonly chosen?: readonly string[];
  /** Kinds of thing that it names; every parameter of a path has them. */
  readonly names?: readonly string[];
  readonly selects?: SelectsEntry;
}

/** What of an answer a parameter decides about; one member is there. */
export interface SelectsEntry {
  /** Only items that hold its value: JSON pointers into an item, none where items do not show it. */
  readonly items?: readonly string[];
  /** Which way round items are sorted: JSON pointer into an item of what they are sorted by. */
  readonly order?: string;
  /** Whether members of this name are there. */
  readonly member?: string;
}

export interface BodyEntry {
  readonly required: boolean;
  readonly mediaType: string;
  /** Name under `$defs` of the API's schema document. */
  readonly schema: string;
  /** Members that this operation has since a later contract version than others. */
  readonly since?: { readonly [member: string]: string };
}

export interface ResponseEntry {
  readonly mediaType?: string;
  /** Name under `$defs` of the API's schema document. */
  readonly schema?: string;
  /** What of the body this project chose, because the requirement is silent. */
  readonly chosen?: 'body' | 'required';
  /** Where the answer leads, by the name of the link. */
  readonly links?: { readonly [name: string]: LinkEntry };
}

export interface LinkEntry {
  /** Id of the API that has the operation, when it is another one of the same area. */
  readonly api?: string;
  readonly operation: string;
  /** Runtime expressions by parameter (OpenAPI 3.1, 4.8.20.4). */
  readonly parameters: { readonly [name: string]: string };
  /** Members that the body gets over a good one: values, or runtime expressions. */
  readonly body?: { readonly [name: string]: unknown };
  readonly needs?: NeedsEntry;
}

/** What has to be done before a link can be followed. */
export interface NeedsEntry {
  /** Name of the example of the request that makes what the link leads on from. */
  readonly example: string;
  /** Links of the same response, one of which has to be followed first. */
  readonly after: readonly string[];
}

/** An operation that may answer with a token and go on working. */
export interface LongRunningEntry {
  readonly startStatus: string;
  /** JSON pointer of the token in the start answer; empty for the whole body. */
  readonly token: string;
  readonly poll: TaskCallEntry;
  readonly cancel?: TaskCallEntry;
  /** JSON pointer of the state in the answer of the poll. */
  readonly state: string;
  /** Of a validation: JSON pointer of its true or false in the final answer of the poll. */
  readonly verdict?: string;
  /** Name in the catalog of lifecycles. */
  readonly lifecycle: string;
  /** All states of that lifecycle, those that end it, and those that end it well. */
  readonly states: readonly string[];
  readonly terminal: readonly string[];
  readonly succeeded: readonly string[];
  /** Status with which the operation may end at once, answering what the poll would. */
  readonly finishedStatus?: string;
}

export interface TaskCallEntry {
  /** Id of the API that has the operation, when it is another one of the same area. */
  readonly api?: string;
  readonly operation: string;
  readonly parameter: string;
}

export interface CapabilityUseEntry {
  readonly id: string;
  readonly absentStatus: string;
  readonly absentError?: string;
}

export interface PaginationEntry {
  readonly style: 'offset' | 'cursor';
  /** `query:NAME` or `body:POINTER`. */
  readonly limit?: string;
  readonly offset?: string;
  readonly cursor?: string;
  /** JSON pointers into the answer. */
  readonly items: string;
  readonly total?: string;
  readonly nextCursor?: string;
  /** Greatest number of items on a page: a page with fewer is the last. */
  readonly pageSize?: string;
}

export interface CallbackEntry {
  readonly name: string;
  /** Runtime expression of the address (OpenAPI 3.1, 4.8.20.4). */
  readonly expression: string;
  readonly method: string;
  readonly body?: BodyEntry;
  readonly responses: { readonly [status: string]: ResponseEntry };
  /** Codes of the error catalog by status. */
  readonly errors: { readonly [status: string]: readonly string[] };
}

/** The states of a thing and the moves between them. */
export interface LifecycleEntry {
  readonly name: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly initial?: string;
  readonly terminal: readonly string[];
  /** The terminal states that are a good end. */
  readonly succeeded: readonly string[];
  /** `unspecified`: no transition may be asserted. */
  readonly transitions: readonly TransitionEntry[] | 'unspecified';
  readonly chosen?: Chosen;
  readonly apis: readonly string[];
}

export interface TransitionEntry {
  readonly from: string;
  readonly to: string;
  /** `server`, or the operationId that causes the move. */
  readonly by: string;
}

/** What a server needs a code for whatever an operation does; `task-unknown` says that no task has the token. */
export type ErrorPart =
  | 'request-invalid'
  | 'request-not-json'
  | 'request-body-required'
  | 'task-unknown'
  | 'system-problem';

/** One row of the error catalog. */
export interface ErrorCatalogEntry {
  readonly code: string;
  readonly scope: 'operation' | 'transport';
  readonly status: number;
  /** Schema that carries the error. */
  readonly body: string;
  /** JSON pointer of the code in the body, or `none`. */
  readonly wire: string;
  /** An operation lists at most one code for each part. */
  readonly part?: ErrorPart;
  /** The member or parameter that is said to be missing. */
  readonly absent?: string;
  /** Template; `{names}` are filled in. */
  readonly message: string;
  readonly userMessage?: string;
  readonly problems: readonly string[];
  readonly solutions: readonly string[];
  readonly chosen?: Chosen;
}

export interface CapabilityEntry {
  readonly id: string;
  readonly api: string;
  readonly title: string;
  readonly operations: readonly string[];
  readonly absent: { readonly status: number; readonly error?: string };
  readonly chosen?: Chosen;
}

/** A rule that JSON Schema cannot say, with cases. */
export interface RuleEntry {
  readonly id: string;
  readonly api: string;
  readonly sentence: string;
  readonly schema: string;
  readonly error?: string;
  /** Bounds that the sentence names. */
  readonly limits?: Readonly<Record<string, string>>;
  readonly cases: readonly { readonly title: string; readonly given: unknown; readonly expect: unknown }[];
  readonly chosen?: Chosen;
}

/** What is always so of a member of a schema, whatever else it tells. */
export interface MarkEntry {
  readonly api: string;
  readonly schema: string;
  readonly member: string;
  /** Set when the thing is made, and touched by no change. */
  readonly fixed?: true;
  /** The time beside it that is never later. */
  readonly notBefore?: string;
}

/** Examples by operation (or webhook) name. */
export interface Fixtures {
  readonly [operationId: string]: {
    readonly request: { readonly [name: string]: Fixture };
    readonly responses: { readonly [status: string]: { readonly [name: string]: Fixture } };
  };
}

export interface Fixture {
  readonly summary: string;
  readonly value: unknown;
}

/** A descriptor sample, ready to be sent. */
export interface DescriptorFixture {
  readonly summary: string;
  readonly descriptorKind: string;
  /** Whether a validation should find nothing against it. */
  readonly valid: boolean;
  /** YAML text. */
  readonly text: string;
  /** The same as JSON text. */
  readonly json: string;
}

// What a server's handlers take and answer.

export interface OperationShape {
  readonly path: object;
  readonly query: object;
  readonly headers: object;
  readonly body: unknown;
  /** Parts of the request in which a server finds more than was sent, because defaults are filled in. */
  readonly received?: { readonly query?: object; readonly body?: unknown };
  readonly responses: object;
  readonly errors: object;
}

/** Parameters of which some are there although they need not be sent. */
export type WithDefaults<T, Filled extends keyof T> = Omit<T, Filled> & {
  [Name in Filled]-?: Exclude<T[Name], undefined>;
};

type Received<O extends OperationShape, Part extends 'query' | 'body'> = O extends {
  readonly received: { readonly [P in Part]: infer R };
}
  ? R
  : O[Part];

export type Awaitable<T> = T | Promise<T>;

/** A request that has passed the contract's validation. */
export interface OperationRequest<O extends OperationShape> {
  readonly path: O['path'];
  readonly query: Received<O, 'query'>;
  readonly headers: O['headers'];
  readonly body: Received<O, 'body'>;
  /** Aborted when the caller has gone away. */
  readonly signal: AbortSignal;
}

type SuccessStatus = 200 | 201 | 202 | 204;

/** One of the successful answers that the contract lists. Errors are thrown by their code. */
export type Answer<O extends OperationShape> = {
  [S in keyof O['responses']]: S extends SuccessStatus
    ? O['responses'][S] extends undefined
      ? { readonly status: S }
      : { readonly status: S; readonly body: O['responses'][S] }
    : never;
}[keyof O['responses']];

/** The codes that an operation may answer with. */
export type ErrorCodeOf<O extends OperationShape> = O['errors'][keyof O['errors']];
