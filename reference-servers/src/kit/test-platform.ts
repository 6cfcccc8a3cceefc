import { setTimeout } from 'node:timers/promises';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import type {
  DescriptorKind,
  Identity,
  ProvisioningStatus,
  ReverseProvisioningRequest,
  ReverseProvisioningStatus,
  ValidationResult,
  ValidationStatus,
} from '@tessera/contracts/types/tech-adapter';
import type { LongRunningEntry, OperationEntry } from '@tessera/contracts/vocabulary';
import type { FastifyInstance } from 'fastify';
import { readYamlMapping } from './descriptors/descriptor-text.ts';

/** Options of a test platform. */
export interface TestPlatformOptions {
  /** Path prefix of the adapter. Default: that of the contract. */
  readonly prefix?: string;
  /** Headers of every request, for example `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called between two polls of a task; waits 5 milliseconds by default. With a manual clock, advance it here. */
  readonly betweenPolls?: () => Promise<void>;
  /** How long a task may take, in milliseconds. Default 30000. */
  readonly timeout?: number;
}

/** The adapter rejected a request. */
export class RequestRejected extends Error {
  override readonly name = 'RequestRejected';
  /** The HTTP status. */
  readonly status: number;
  /** The parsed body of the response. */
  readonly body: unknown;

  constructor(operation: string, status: number, body: unknown) {
    super(`${operation} was rejected with ${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** YAML text: the descriptor of a component, unless its kind is given. */
export type TestDescriptor =
  | string
  | { readonly descriptor: string; readonly descriptorKind: DescriptorKind };

/**
 * Calls a tech adapter in the way of the platform. Tasks are polled to their end. Every function rejects with
 * {@link RequestRejected} when the adapter rejects the request, and with an `Error` when a task does not end in time.
 */
export interface TestPlatform {
  /** Validates as a task, or at once when the adapter has no such task. */
  validate(descriptor: TestDescriptor): Promise<ValidationResult>;
  /** The final status; a failed task is a status, not an error. */
  provision(descriptor: TestDescriptor): Promise<ProvisioningStatus>;
  /** Keeps the data of the component unless `removeData` is true. */
  unprovision(
    descriptor: TestDescriptor,
    options?: { readonly removeData?: boolean },
  ): Promise<ProvisioningStatus>;
  /** Sets the complete list of identities with access to the component that the descriptor selects. */
  updateAcl(descriptor: TestDescriptor, refs: readonly Identity[]): Promise<ProvisioningStatus>;
  reverseProvision(request: ReverseProvisioningRequest): Promise<ReverseProvisioningStatus>;
}

const TIMEOUT = 30_000;
const BETWEEN_POLLS = 5;

/**
 * Makes a platform for the tests of an adapter. It calls the adapter in the same process, without a network; the caller
 * closes the adapter.
 */
export function createTestPlatform(app: FastifyInstance, options: TestPlatformOptions = {}): TestPlatform {
  const { asyncValidate, validate, provision, unprovision, updateacl, runReverseProvisioning } =
    techAdapter.operations;
  const adapter = createCaller(app, options);
  /** The results of provisioning, by descriptor: access requests repeat them. */
  const results = new Map<string, string>();

  async function validateAsTask(body: object): Promise<ValidationResult | undefined> {
    try {
      const { status, info } = await adapter.run<ValidationStatus>(asyncValidate, body);
      if (info !== undefined) return info.publicInfo;
      throw new Error(`the validation ended as ${status} without a result`);
    } catch (thrown) {
      const { absentStatus } = asyncValidate.capability;
      if (thrown instanceof RequestRejected && thrown.status === Number(absentStatus)) return undefined;
      throw thrown;
    }
  }

  return {
    async validate(given) {
      const body = requestOf(given);
      return (await validateAsTask(body)) ?? adapter.call(validate, body);
    },
    async provision(given) {
      const request = requestOf(given);
      const status = await adapter.run<ProvisioningStatus>(provision, request);
      results.set(request.descriptor, status.result ?? '');
      return status;
    },
    unprovision: (given, { removeData = false } = {}) =>
      adapter.run(unprovision, { ...requestOf(given), removeData }),
    async updateAcl(given, refs) {
      const { descriptor } = requestOf(given);
      const request = JSON.stringify(readYamlMapping(descriptor, 'descriptor'));
      const provisionInfo = { request, result: results.get(descriptor) ?? '' };
      return adapter.run(updateacl, { refs, provisionInfo });
    },
    reverseProvision: (request) => adapter.run(runReverseProvisioning, request),
  };
}

function requestOf(given: TestDescriptor): Exclude<TestDescriptor, string> {
  return typeof given === 'string' ? { descriptor: given, descriptorKind: 'COMPONENT_DESCRIPTOR' } : given;
}

/** Calls operations of an adapter; the kit validates its responses, so they have the types of the contract. */
interface Caller {
  call<T>(operation: OperationEntry, body: object): Promise<T>;
  /** Calls an operation that starts work, and polls its task to the end. */
  run<T>(operation: OperationEntry & { readonly longRunning: LongRunningEntry }, body: object): Promise<T>;
}

function createCaller(app: FastifyInstance, options: TestPlatformOptions): Caller {
  const { prefix = techAdapter.prefix, headers = {}, timeout = TIMEOUT } = options;
  const { betweenPolls = () => setTimeout(BETWEEN_POLLS) } = options;
  const operations: Readonly<Record<string, OperationEntry>> = techAdapter.operations;

  async function send({ id, path }: OperationEntry, payload?: object) {
    const method = payload === undefined ? 'GET' : 'POST';
    const url = prefix + path;
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    if (answer.statusCode < 400) return answer;
    throw new RequestRejected(id, answer.statusCode, answer.json());
  }

  async function pollToEnd<T>({ poll, terminal }: LongRunningEntry, token: string): Promise<T> {
    const operation = operations[poll.operation];
    if (operation === undefined) throw new Error(`the contract has no operation ${poll.operation}`);
    const path = operation.path.replace(`{${poll.parameter}}`, encodeURIComponent(token));
    const deadline = performance.now() + timeout;
    for (;;) {
      const answer = await send({ ...operation, path });
      if (terminal.includes(answer.json().status)) return answer.json();
      if (performance.now() > deadline) {
        throw new Error(`the task ${token} did not end within ${timeout} ms; it is ${answer.body}`);
      }
      await betweenPolls();
    }
  }

  return {
    call: async (operation, body) => (await send(operation, body)).json(),
    async run(operation, body) {
      const { longRunning } = operation;
      const answer = await send(operation, body);
      const isStarted = answer.statusCode === Number(longRunning.startStatus);
      return isStarted ? pollToEnd(longRunning, answer.json()) : answer.json();
    },
  };
}
