// Copied into generated/ by emit/package.ts.

/** All operations of one API, for a client of it. */
export interface CallTable<Kinds extends object = object> {
  readonly id: string;
  /** Failures that all operations have. */
  readonly errors: CallErrors;
  readonly operations: { readonly [operationId: string]: CallEntry };
  /** Never set: tells the compiler which operations start a task, and which answer in pages. */
  readonly kinds?: Kinds;
}

/** By every status of failure that the contract lists: its only code, or JSON pointers to where answers show one. */
export interface CallErrors {
  readonly [status: string]: string;
}

export interface CallEntry {
  /** The API in which the operation stands, when it is another one that a task is followed in. */
  readonly api?: string;
  readonly method: string;
  /** Without the API's prefix; parameters in braces. */
  readonly path: string;
  /** Query parameters that are written once, their items between commas. */
  readonly lists?: readonly string[];
  /** The successes that have a body; all of them unless given. */
  readonly bodies?: readonly number[];
  /** Successes whose body is a string, which servers also send as bare text. */
  readonly text?: readonly number[];
  /** Failures beside those of the table. */
  readonly errors?: CallErrors;
  /** The status that says that a server does not offer to stop a task by the operation. */
  readonly absent?: number;
  readonly task?: CallTaskEntry;
  readonly pages?: CallPagesEntry;
}

/** How to follow what an operation has started. */
export interface CallTaskEntry {
  /** The status that comes with a token; 202 unless given. */
  readonly started?: number;
  /** JSON pointer of the token in the start answer; empty for the whole body. */
  readonly token: string;
  /** Operations that take the token as their only path parameter. */
  readonly poll: string;
  readonly cancel?: string;
  /** JSON pointer of the state in the answer of the poll. */
  readonly state: string;
  /** The states in which the task goes on, has ended badly, and has ended well. */
  readonly running: readonly string[];
  readonly failed: readonly string[];
  readonly succeeded: readonly string[];
}

/** Where a list in pages has its parts: JSON pointers into the arguments of a call, and into its answer. */
export interface CallPagesEntry {
  /** `/query/offset`. */
  readonly offset?: string;
  /** The offset of a request that gives none; 0 unless given. */
  readonly start?: number;
  /** `/body/pagination/cursor`. */
  readonly cursor?: string;
  readonly items: string;
  readonly total?: string;
  readonly nextCursor?: string;
  /** Greatest number of items on a page, in the answer: a page with fewer is the last. */
  readonly pageSize?: string;
}
