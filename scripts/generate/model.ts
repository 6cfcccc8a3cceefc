import type { Bundle } from './bundle.ts';
import type { DescriptorSample } from './descriptors.ts';
import type { Json, JsonObject } from './json.ts';

/** What the emitters read. No OpenAPI from here on, apart from JSON Schemas. */
export interface Model {
  readonly areas: readonly Area[];
  readonly errors: readonly ErrorEntry[];
  readonly lifecycles: readonly Lifecycle[];
  readonly capabilities: readonly Capability[];
  readonly rules: readonly Rule[];
  readonly marks: readonly Mark[];
  readonly descriptors: readonly DescriptorSample[];
  readonly releases: Json;
}

/** The APIs that share one merged file: extension points, or platform. */
export interface Area {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The area's own document, without paths. */
  readonly root: JsonObject;
  /** Whether operationIds carry the API's name in the merged file. */
  readonly qualified: boolean;
  readonly apis: readonly Api[];
}

export interface Api {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  readonly description: string;
  /** `/tech-adapter`: the default of the server variable `prefix`. */
  readonly prefix: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Webhook[];
  /** `components.schemas`, in the order of the bundle. */
  readonly schemas: { readonly [name: string]: JsonObject };
  readonly bundle: Bundle;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Without the API's prefix. */
  readonly path: string;
  /** JSON pointer of the operation in the bundle. */
  readonly pointer: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly since: string | undefined;
  readonly chosen: Chosen | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly responses: readonly Response[];
  readonly errors: { readonly [status: string]: readonly string[] };
  readonly longRunning: LongRunning | undefined;
  /** Changes nothing, although its method suggests otherwise. */
  readonly safe: boolean;
  readonly steady: Steady | undefined;
  readonly capability: CapabilityUse | undefined;
  readonly pagination: Pagination | undefined;
  readonly callbacks: readonly Callback[];
  readonly secured: boolean;
  /** Whether a token may be sent, required or not. */
  readonly acceptsToken: boolean;
}

/** What a repeated request finds unchanged. */
export interface Steady {
  /** JSON pointers into the bodies of the responses; `*` stands for every item or member. */
  readonly same: readonly string[];
  /** Not always. */
  readonly usually: boolean;
}

/** A reason, or reasons by what they are about (`responses/400`). */
export type Chosen = string | { readonly [about: string]: string };

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly description: string;
  readonly style: string;
  readonly explode: boolean;
  readonly schema: JsonObject;
  /** The keyword `type`, references followed. */
  readonly type: Json | undefined;
  readonly example: Json | undefined;
  readonly chosen: Chosen | undefined;
  /** Kinds of entity that it identifies; every parameter of a path has them. */
  readonly names: readonly string[];
  readonly selects: Selects | undefined;
}

/** Which part of a response a parameter controls; one member is present. */
export interface Selects {
  /** Which items: JSON pointers into an item, to the member with the value. */
  readonly items: readonly string[] | undefined;
  /** Their order: JSON pointer into an item, to the sort key. */
  readonly order: string | undefined;
  /** Name of members that are included or omitted. */
  readonly member: string | undefined;
}

export interface Body {
  readonly required: boolean;
  readonly mediaType: string;
  /** Name of the schema in the API's schema document. */
  readonly schema: string;
  /** Members that this operation has since a later contract version than others. */
  readonly since: { readonly [member: string]: string };
  readonly description: string;
  readonly examples: readonly Example[];
}

export interface Response {
  readonly status: string;
  readonly description: string;
  /** Absent when the answer has no body. */
  readonly mediaType: string | undefined;
  readonly schema: string | undefined;
  readonly examples: readonly Example[];
  readonly links: readonly Link[];
  /** What of the body this project chose; absent if nothing. */
  readonly chosen: 'body' | 'required' | undefined;
}

export interface Example {
  readonly name: string;
  readonly summary: string;
  readonly value: Json;
  /** JSON pointer of the value in the bundle. */
  readonly pointer: string;
}

export interface Link {
  readonly name: string;
  readonly description: string;
  /** The API of the operation, when it is another one of the area. */
  readonly api: string | undefined;
  readonly operationId: string;
  readonly parameters: { readonly [name: string]: string };
  /** Members of the body to send there: values, or runtime expressions. */
  readonly body: JsonObject | undefined;
  readonly needs: Needs | undefined;
}

/** Prerequisites of following a link. */
export interface Needs {
  /** Name of the request example that creates what the link continues from. */
  readonly example: string;
  /** Links of the same response, one of which must be followed first. */
  readonly after: readonly string[];
}

/** A started task: where its token is, and which operations report its state and stop it. */
export interface LongRunning {
  readonly startStatus: string;
  /** JSON pointer of the token in the start answer; empty for the whole body. */
  readonly token: string;
  readonly poll: TaskCall;
  readonly cancel: TaskCall | undefined;
  /** JSON pointer of the state in the poll's 200 body. */
  readonly state: string;
  /** Of a validating task: JSON pointer to its boolean result in the final response of the poll. */
  readonly verdict: string | undefined;
  readonly lifecycle: string;
  /** States of that lifecycle: all, the terminal ones, and the successful terminal ones. */
  readonly states: readonly string[];
  readonly terminal: readonly string[];
  readonly succeeded: readonly string[];
  /** The status with which the operation may finish at once; its body is the poll's. */
  readonly finishedStatus: string | undefined;
}

export interface TaskCall {
  /** The API of the operation, when it is another one of the area. */
  readonly api: string | undefined;
  readonly operation: string;
  /** The parameter that takes the token. */
  readonly parameter: string;
}

export interface CapabilityUse {
  readonly id: string;
  readonly absentStatus: string;
  readonly absentError: string | undefined;
}

export interface Capability {
  readonly id: string;
  readonly api: string;
  readonly title: string;
  readonly operations: readonly string[];
  readonly absent: { readonly status: number; readonly error?: string };
  readonly chosen: Chosen | undefined;
}

export interface Pagination {
  readonly style: 'offset' | 'cursor';
  /** Where page size, offset and cursor go: `query:limit`, or `body:/resultOptions/pagination/pageSize`. */
  readonly limit: string | undefined;
  readonly offset: string | undefined;
  readonly cursor: string | undefined;
  /** JSON pointers into the 200 body; `items` may be empty for a bare list. */
  readonly items: string;
  readonly total: string | undefined;
  readonly nextCursor: string | undefined;
  readonly pageSize: string | undefined;
}

export interface Callback {
  readonly name: string;
  readonly expression: string;
  readonly method: string;
  readonly body: Body | undefined;
  readonly responses: readonly Response[];
  readonly errors: { readonly [status: string]: readonly string[] };
  /** JSON pointer of the operation in the bundle. */
  readonly pointer: string;
  readonly id: string;
}

export interface Webhook {
  readonly name: string;
  readonly method: string;
  readonly summary: string;
  readonly description: string;
  readonly body: Body | undefined;
}

export interface ErrorEntry {
  readonly code: string;
  readonly scope: 'operation' | 'transport';
  readonly status: number;
  readonly body: string;
  readonly wire: string;
  /** What every operation needs a code for, such as `request-invalid`. */
  readonly part: string | undefined;
  /** The member or parameter that is reported missing. */
  readonly absent: string | undefined;
  readonly message: string;
  readonly userMessage: string | undefined;
  readonly problems: readonly string[];
  readonly solutions: readonly string[];
  readonly chosen: Chosen | undefined;
}

export interface Lifecycle {
  readonly name: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly initial: string | undefined;
  readonly terminal: readonly string[];
  /** The successful terminal states. */
  readonly succeeded: readonly string[];
  readonly transitions: readonly Transition[] | 'unspecified';
  readonly chosen: Chosen | undefined;
  /** Ids of the APIs that use it. */
  readonly apis: readonly string[];
}

export interface Transition {
  readonly from: string;
  readonly to: string;
  /** `server`, or the operation that causes it. */
  readonly by: string;
}

/** A rule that JSON Schema cannot say. */
export interface Rule {
  readonly id: string;
  readonly api: string;
  readonly sentence: string;
  readonly schema: string;
  readonly error: string | undefined;
  /** Bounds that the sentence names. */
  readonly limits: Readonly<Record<string, string>> | undefined;
  readonly cases: readonly { readonly title: string; readonly given: Json; readonly expect: Json }[];
  readonly chosen: Chosen | undefined;
}

/** What always holds for a member, whatever its value. */
export interface Mark {
  readonly api: string;
  readonly schema: string;
  readonly member: string;
  /** Set on creation, and never changed. */
  readonly fixed: true | undefined;
  /** The time beside it that is never later. */
  readonly notBefore: string | undefined;
}
