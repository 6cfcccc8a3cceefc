import type { ReferenceBody, ReferenceParameter } from '@tessera/contracts/reference-model';
import type { SampleRequest } from '../samples/sample-request.ts';
import type { Definitions } from './check-value.ts';

/** What the panel knows of a contract: a file for each, fetched when the first panel opens. */
export interface TryContract {
  readonly api: string;
  /** First part of the paths in this toolkit's servers. Other servers may have none. */
  readonly prefix: string;
  readonly operations: Readonly<Record<string, TryOperation>>;
  readonly schemas: Definitions;
}

/** What the panel knows of an operation. */
export interface TryOperation {
  readonly sample: Omit<SampleRequest, 'body'>;
  /** Without the prefix. */
  readonly path: string;
  /** Whether a token may be sent. */
  readonly acceptsToken: boolean;
  readonly parameters: readonly ReferenceParameter[];
  readonly body?: ReferenceBody;
  /** Name of the schema by status; null for an answer without a body. */
  readonly answers: Readonly<Record<string, string | null>>;
}
