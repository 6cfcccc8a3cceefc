import type { FastifyInstance } from 'fastify';
import { type Authenticate, type BoundOperation, bindOperation } from './bind.ts';
import type { Contract } from './contract.ts';
import { Refusal } from './problem.ts';
import { validatorsOf } from './validators.ts';

/** A task that has ended. */
export interface TaskEnd {
  /** The operation that started it. */
  readonly operation: string;
  /** Its terminal state. */
  readonly state: string;
  /** Time since its start, in milliseconds; with the time in which no server ran. */
  readonly ms: number;
}

/** One API in a server. */
export interface Mount {
  readonly contract: Contract;
  /** An object with a method per operationId, typed by `@tessera/contracts/handlers/...`. */
  readonly handlers: object;
  /** Path under which the operations are served; the contract's path when absent, empty for the root. */
  readonly prefix?: string;
  /** Capabilities that this server does not support; their operations return the contract's response for that. */
  readonly without?: readonly string[];
  /** Authenticates senders, for every operation. Required when the contract secures one. */
  readonly authenticate?: Authenticate;
  /** True when handlers may also return the errors of the contract, for example out of its examples. */
  readonly answersErrors?: boolean;
  /** False when handlers validate their responses themselves and send them in any case. */
  readonly validateResponses?: boolean;
  /** Adds routes outside of the contract, such as pages for people, below the prefix. The server waits for a promise. */
  readonly pages?: (scope: FastifyInstance) => unknown;
  /** The number of tasks that continue after their start was answered. */
  readonly running?: () => number;
  /** Calls the function for each task that ends. */
  readonly watchTasks?: (watch: (end: TaskEnd) => void) => void;
  /** Lets running work finish before shutdown; requests are still answered meanwhile. */
  readonly drain?: () => Promise<void>;
  /** Aborts the remaining work on shutdown. */
  readonly close?: () => void | Promise<void>;
}

/** A mount whose every operation has a handler. */
export interface BoundMount {
  readonly contract: Contract;
  /** Starts with a slash and ends without one; empty for the root. */
  readonly prefix: string;
  readonly operations: readonly BoundOperation[];
  readonly document: object;
  /** Where the document is served, below the prefix. */
  readonly documentPath: string;
  readonly pages: Mount['pages'];
}

/** Where an OpenAPI document is served, below the prefix of its API. */
const DOCUMENT_PATH = '/openapi.json';

/** Where the document of each mount is served, below its prefix; mounts under the same prefix need distinct names. */
export function documentPathsOf(mounts: readonly Mount[]): string[] {
  const bases = mounts.map(baseOf);
  return mounts.map(({ contract }, index) =>
    bases.filter((base) => base === bases[index]).length === 1
      ? DOCUMENT_PATH
      : `/${contract.table.id}${DOCUMENT_PATH.replace('/', '.')}`,
  );
}

/** Path of a mount: starts with a slash and ends without one; empty for the root. */
export function baseOf({ prefix, contract }: Mount): string {
  return normalizePrefix(prefix ?? contract.table.prefix);
}

/**
 * Binds every operation of every mount to its handler.
 * @throws Error that names every operation without a handler, at once
 */
export function bindMounts(mounts: readonly Mount[], validateResponses = true): BoundMount[] {
  const paths = documentPathsOf(mounts);
  return mounts.map((mount, index) => bindMount(mount, paths[index] ?? DOCUMENT_PATH, validateResponses));
}

function bindMount(mount: Mount, documentPath: string, validateResponses: boolean): BoundMount {
  const { contract, handlers } = mount;
  const prefix = baseOf(mount);
  const without = new Set(mount.without);
  const entries = Object.values(contract.table.operations);
  const problems = [
    ...(isPrefix(prefix)
      ? []
      : [`its prefix is to be a path such as ${contract.table.prefix}, not '${prefix}'`]),
    ...findUnknownCapabilities(entries, without),
    ...findUnguarded(entries, mount.authenticate),
  ];
  const validators = validatorsOf(contract.schemas);
  const binding = {
    authenticate: mount.authenticate,
    answersErrors: mount.answersErrors === true,
    validateResponses: validateResponses && mount.validateResponses !== false,
  };
  const missing: string[] = [];
  const operations = entries.flatMap((entry) => {
    const { capability } = entry;
    const handler =
      capability !== undefined && without.has(capability.id)
        ? absentHandler(entry)
        : methodOf(handlers, entry.id);
    if (handler === undefined) missing.push(entry.id);
    else return [bindOperation(contract, entry, validators, handler, binding)];
    return [];
  });
  if (missing.length > 0) problems.unshift(`no handler for ${missing.join(', ')}`);
  if (problems.length > 0) throw new Error(`cannot serve ${contract.table.id}: ${problems.join('; ')}`);
  const document = documentAt(contract.document, prefix);
  return { contract, prefix, operations, document, documentPath, pages: mount.pages };
}

type Entry = BoundOperation['entry'];

function methodOf(handlers: object, name: string): ((...given: unknown[]) => unknown) | undefined {
  const method: unknown = Reflect.get(handlers, name);
  return typeof method === 'function' ? method.bind(handlers) : undefined;
}

/** Responds as the contract says for an unsupported capability. */
function absentHandler(entry: Entry): () => never {
  const { capability } = entry;
  const code = capability?.absentError ?? entry.errors[capability?.absentStatus ?? '']?.[0];
  if (code === undefined)
    throw new Error(`the contract does not say how ${entry.id} answers when it is absent`);
  return () => {
    throw new Refusal(code);
  };
}

function findUnknownCapabilities(entries: readonly Entry[], without: ReadonlySet<string>): string[] {
  const known = new Set(entries.flatMap(({ capability }) => capability?.id ?? []));
  return [...without].filter((id) => !known.has(id)).map((id) => `there is no capability ${id}`);
}

function findUnguarded(entries: readonly Entry[], authenticate: Authenticate | undefined): string[] {
  const secured = entries.filter((entry) => entry.secured === true).map(({ id }) => id);
  if (authenticate !== undefined || secured.length === 0) return [];
  return [`nothing authenticates the senders of ${secured.join(', ')}`];
}

/** True for text that is literal in an address and in a route (RFC 3986, 3.3, without `%` and `*`). */
export function isPrefix(text: string): boolean {
  return /^[\w.~!$&',;=:@/-]*$/.test(text);
}

/** With a leading slash and no trailing one; empty for the root. */
function normalizePrefix(prefix: string): string {
  const bare = prefix.replaceAll(/^\/+|\/+$/g, '');
  return bare === '' ? '' : `/${bare}`;
}

/** The published document with the server's real location (a URL relative to the document's origin). */
function documentAt(document: object, prefix: string): object {
  return { ...document, servers: [{ url: prefix === '' ? '/' : prefix }] };
}
