// The data of the site's API reference. Copied unchanged into generated/.

import type {
  CapabilityEntry,
  CapabilityUseEntry,
  Chosen,
  ErrorCatalogEntry,
  LifecycleEntry,
  LongRunningEntry,
  PaginationEntry,
  RuleEntry,
} from './vocabulary.js';

export interface ReferenceModel {
  readonly area: string;
  readonly title: string;
  readonly version: string;
  /** Markdown. */
  readonly description: string;
  readonly apis: readonly ReferenceApi[];
  readonly errors: readonly ErrorCatalogEntry[];
}

export interface ReferenceApi {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  readonly description: string;
  readonly prefix: string;
  readonly bundle: string;
  readonly tags: readonly { readonly name: string; readonly anchor: string; readonly description: string }[];
  readonly operations: readonly ReferenceOperation[];
  readonly webhooks: readonly ReferenceWebhook[];
  readonly schemas: readonly ReferenceSchema[];
  readonly lifecycles: readonly LifecycleEntry[];
  readonly capabilities: readonly CapabilityEntry[];
  readonly rules: readonly RuleEntry[];
}

export interface ReferenceOperation {
  readonly id: string;
  /** operationId in the merged file of the area. */
  readonly mergedId: string;
  /** Fragment identifier, the same in the static and in the interactive reference. */
  readonly anchor: string;
  readonly method: string;
  /** With the prefix. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: true;
  readonly since?: string;
  readonly chosen?: Chosen;
  /** A caller may send a token, or has to. */
  readonly acceptsToken?: true;
  readonly parameters: readonly ReferenceParameter[];
  readonly body?: ReferenceBody;
  readonly responses: readonly ReferenceResponse[];
  readonly errors: { readonly [status: string]: readonly string[] };
  readonly longRunning?: LongRunningEntry & {
    /** The path of the poll, with the prefix of its API. */
    readonly poll: { readonly path: string };
  };
  readonly capability?: CapabilityUseEntry;
  readonly pagination?: PaginationEntry;
  readonly callbacks?: readonly ReferenceCallback[];
}

/** The text of a table cell about a value. */
export interface ReferenceType {
  /** As a reader writes it: `string`, `list of Log`. */
  readonly type: string;
  /** Schema of the same API that the type leads to. */
  readonly schema?: string;
  readonly values?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  /** `at least 5`, `format date-time`. */
  readonly constraints: readonly string[];
}

export interface ReferenceParameter extends ReferenceType {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly example?: unknown;
  readonly chosen?: Chosen;
}

export interface ReferenceProperty extends ReferenceType {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly deprecated?: true;
  readonly since?: string;
  readonly chosen?: Chosen;
  readonly properties?: readonly ReferenceProperty[];
}

export interface ReferenceSchema extends ReferenceType {
  readonly name: string;
  readonly anchor: string;
  readonly description: string;
  readonly since?: string;
  readonly sinceByValue?: { readonly [value: string]: string };
  readonly chosen?: Chosen;
  readonly properties: readonly ReferenceProperty[];
}

export interface ReferenceExample {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

export interface ReferenceBody {
  readonly required: boolean;
  readonly mediaType: string;
  readonly schema: string;
  readonly description: string;
  /** Contract version that added a member to this request, if other requests had it before. */
  readonly since?: { readonly [member: string]: string };
  readonly examples: readonly ReferenceExample[];
}

export interface ReferenceResponse {
  readonly status: string;
  readonly description: string;
  readonly mediaType?: string;
  readonly schema?: string;
  readonly examples: readonly ReferenceExample[];
  readonly links: readonly {
    readonly name: string;
    readonly description: string;
    /** Id of the API that has the operation, when it is another one of the same area. */
    readonly api?: string;
    readonly operationId: string;
  }[];
}

export interface ReferenceCallback {
  readonly name: string;
  readonly expression: string;
  readonly method: string;
  readonly body?: ReferenceBody;
  readonly responses: readonly ReferenceResponse[];
}

export interface ReferenceWebhook {
  readonly name: string;
  readonly method: string;
  readonly summary: string;
  readonly description: string;
  readonly body?: ReferenceBody;
}
