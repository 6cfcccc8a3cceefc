// Copied into generated/ by emit/package.ts.

/** All operations of one API, for a client of it. */
export interface CallTable<Kinds extends object = object> {
  readonly id: string;
  /** Failures that every operation can return. */
  readonly errors: CallErrors;
  readonly operations: { readonly [operationId: string]: CallEntry };
  /** Never set: tells the compiler which operations start a task, and which return pages. */
  readonly kinds?: Kinds;
}

/** By every failure status in the contract: its only code, or JSON pointers to where responses contain one. */
export interface CallErrors {
  readonly [status: string]: string;
}

export interface CallEntry {
  /** The API of the operation, when a task is followed in another one. */
  readonly api?: string;
  readonly method: string;
  /** Without the API's prefix; parameters in braces. */
  readonly path: string;
  /** Query parameters that are written once, their items between commas. */
  readonly lists?: readonly string[];
  /** The successful statuses with a body; all of them unless given. */
  readonly bodies?: readonly number[];
  /** Successful statuses whose body is a string, which servers also send as plain text. */
  readonly text?: readonly number[];
  /** Failures of this operation beside those of the table. */
  readonly errors?: CallErrors;
  /** The status that means that a server does not support stopping a task by the operation. */
  readonly absent?: number;
  readonly task?: CallTaskEntry;
  readonly pages?: CallPagesEntry;
}

/** How to follow a task that an operation has started. */
export interface CallTaskEntry {
  /** The status that comes with a token; 202 unless given. */
  readonly started?: number;
  /** JSON pointer of the token in the start answer; empty for the whole body. */
  readonly token: string;
  /** Operations that have the token as their only path parameter. */
  readonly poll: string;
  readonly cancel?: string;
  /** JSON pointer of the state in the response of the poll. */
  readonly state: string;
  /** The non-terminal states, the failed terminal states, and the successful terminal states. */
  readonly running: readonly string[];
  readonly failed: readonly string[];
  readonly succeeded: readonly string[];
}

/** The parts of pagination: JSON pointers into the arguments of a call, and into its response. */
export interface CallPagesEntry {
  /** `/query/offset`. */
  readonly offset?: string;
  /** The default offset; 0 unless given. */
  readonly start?: number;
  /** `/body/pagination/cursor`. */
  readonly cursor?: string;
  readonly items: string;
  readonly total?: string;
  readonly nextCursor?: string;
  /** Maximum number of items on a page, in the response: a page with fewer is the last. */
  readonly pageSize?: string;
}
