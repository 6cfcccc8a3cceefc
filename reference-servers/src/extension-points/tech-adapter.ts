import { errors } from '@tessera/contracts/errors';
import type { TechAdapterHandlers } from '@tessera/contracts/handlers/tech-adapter';
import { lifecycles } from '@tessera/contracts/lifecycles';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { techAdapterSchemas } from '@tessera/contracts/schemas/tech-adapter';
import type {
  ProvisioningRequest,
  ProvisioningStatus,
  ReverseProvisioningStatus,
  ValidationResult,
  ValidationStatus,
} from '@tessera/contracts/types/tech-adapter';
import type { FastifyInstance } from 'fastify';
import type { HandlerContext } from '../harness/bind.ts';
import { readContract } from '../harness/contract.ts';
import { createServer, type ServerOptions } from '../harness/create-server.ts';
import type { Mount } from '../harness/mount.ts';
import { fillTemplate, Problem } from '../harness/problem.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { type Ids, randomIds } from '../runtime/ids.ts';
import { createTaskRegistry, type Task, type Work } from '../runtime/long-running.ts';
import { type Reading, readDescriptor, readProvisionedComponent, type Target } from './descriptor.ts';
import {
  accessWork,
  type ProvisioningOutput,
  provisionWork,
  TechnologyError,
  unprovisionWork,
  type Workshop,
} from './provisioning.ts';
import { type ReverseProvisioningOutput, reverseProvisioningWork } from './reverse-provisioning.ts';
import { createTechnology, type Technology } from './technology.ts';

/** How a tech adapter behaves. */
export interface TechAdapterOptions extends Pick<ServerOptions, 'logger' | 'bodyLimit'> {
  /** `async` answers 202 with a token, `sync` does the work at once and answers 200. Default `async`. */
  readonly mode?: 'sync' | 'async';
  /** How long a task takes, in milliseconds. Default 1500. */
  readonly taskMs?: number;
  /** How long a finished task can be asked for, in milliseconds. Default one hour. */
  readonly keepFor?: number;
  /** Path under which it is served. Default: that of the contract. */
  readonly prefix?: string;
  /** Capabilities that it does without, for example `termination`. */
  readonly without?: readonly string[];
  /** Infrastructure templates that it may deploy. Default: all. */
  readonly serves?: readonly string[];
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly technology?: Technology;
}

/** How long a task takes unless told otherwise, in milliseconds. */
export const DEFAULT_TASK_MS = 1500;

/** A tech adapter in a server of its own. */
export function createTechAdapterServer(options: TechAdapterOptions = {}): FastifyInstance {
  const { logger, bodyLimit } = options;
  return createServer({
    mounts: [createTechAdapter(options)],
    ...(logger === undefined ? {} : { logger }),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
  });
}

/** A tech adapter as a part of a server. */
export function createTechAdapter(options: TechAdapterOptions = {}): Mount {
  const { prefix, without } = options;
  const adapter = createHandlers(options);
  return {
    contract: readContract(techAdapter, techAdapterSchemas),
    handlers: adapter.handlers,
    close: adapter.close,
    ...(prefix === undefined ? {} : { prefix }),
    ...(without === undefined ? {} : { without }),
  };
}

interface ValidationOutput {
  result?: ValidationResult;
}

interface TechAdapter {
  readonly handlers: TechAdapterHandlers<HandlerContext>;
  readonly close: () => void;
}

function createHandlers(options: TechAdapterOptions): TechAdapter {
  const { clock = systemClock, ids = randomIds, technology = createTechnology(), serves } = options;
  const { mode = 'async', taskMs = DEFAULT_TASK_MS } = options;
  const shop: Workshop = { technology, clock, taskMs: mode === 'sync' ? 0 : taskMs };
  const settings = { clock, ids, ...(options.keepFor === undefined ? {} : { keepFor: options.keepFor }) };
  const { validations, provisionings, reversals } = createRegistries(settings);

  async function begin(work: Work<ProvisioningOutput>, log: HandlerContext['log']) {
    const task = provisionings.start({ result: '', logs: [] }, watched(work, log));
    if (mode === 'async') return { status: 202, body: task.token } as const;
    await task.ended;
    return { status: 200, body: provisioningStatus(task) } as const;
  }

  const target = (request: ProvisioningRequest): Target => acceptable(readDescriptor(request, serves));

  const handlers: TechAdapterHandlers<HandlerContext> = {
    asyncValidate: ({ body }, { log }) => {
      const work: Work<ValidationOutput> = async (output, signal) => {
        await clock.sleep(taskMs, signal);
        output.result = validationResult(readDescriptor(body, serves));
      };
      return { status: 202, body: validations.start({}, watched(work, log)).token };
    },
    getValidationStatus: ({ path }) => {
      const task = validations.find(path.token);
      if (task === undefined) throw new Problem('VALIDATION_NOT_FOUND', path, unknown(path.token));
      return { status: 200, body: validationStatus(task) };
    },
    validate: ({ body }) => ({ status: 200, body: validationResult(readDescriptor(body, serves)) }),
    provision: ({ body }, { log }) =>
      begin(provisionWork(shop, target(body), body.latestEnrichedDescriptor), log),
    getStatus: ({ path }) => {
      const task = provisionings.find(path.token);
      if (task === undefined) throw new Problem('PROVISIONING_NOT_FOUND', path, unknown(path.token));
      return { status: 200, body: provisioningStatus(task) };
    },
    terminateProvisioning: ({ path }) => {
      const task = provisionings.find(path.token);
      if (task === undefined) throw new Problem('PROVISIONING_NOT_FOUND', path, unknown(path.token));
      // Asking sets something in motion once; asking again only tells how far it got.
      return provisionings.stop(path.token)
        ? { status: 202 }
        : { status: 200, body: provisioningStatus(task) };
    },
    unprovision: ({ body }, { log }) =>
      begin(unprovisionWork(shop, target(body), body.removeData ?? false), log),
    updateacl: ({ body }, { log }) => {
      const provisioned = readProvisionedComponent(body.provisionInfo.request);
      return begin(accessWork(shop, provisioned, body.refs), log);
    },
    runReverseProvisioning: async ({ body }, { log }) => {
      const work = watched(reverseProvisioningWork(shop, body), log);
      const task = reversals.start({ updates: {}, logs: [] }, work);
      if (mode === 'async') return { status: 202, body: task.token };
      await task.ended;
      return { status: 200, body: reverseProvisioningStatus(task) };
    },
    getReverseProvisioningStatus: ({ path }) => {
      const task = reversals.find(path.token);
      if (task === undefined) throw new Problem('REVERSE_PROVISIONING_NOT_FOUND', path, unknown(path.token));
      return { status: 200, body: reverseProvisioningStatus(task) };
    },
  };

  function close(): void {
    for (const registry of [validations, provisionings, reversals]) registry.close();
  }
  return { handlers, close };
}

function createRegistries(settings: { readonly clock: Clock; readonly ids: Ids; readonly keepFor?: number }) {
  const { ValidationTaskStatus, ProvisioningTaskStatus, ReverseProvisioningTaskStatus } = lifecycles;
  const plain = { running: 'RUNNING', completed: 'COMPLETED', failed: 'FAILED' } as const;
  const stopping = {
    state: 'TERMINATING',
    stopped: 'TERMINATED',
    by: techAdapter.operations.provision.longRunning.cancel.operation,
  } as const;
  return {
    validations: createTaskRegistry<typeof ValidationTaskStatus, ValidationOutput>({
      ...settings,
      lifecycle: ValidationTaskStatus,
      states: plain,
    }),
    provisionings: createTaskRegistry<typeof ProvisioningTaskStatus, ProvisioningOutput>({
      ...settings,
      lifecycle: ProvisioningTaskStatus,
      states: { ...plain, stopping },
    }),
    reversals: createTaskRegistry<typeof ReverseProvisioningTaskStatus, ReverseProvisioningOutput>({
      ...settings,
      lifecycle: ReverseProvisioningTaskStatus,
      states: plain,
    }),
  };
}

/** Tells whoever runs the server what nobody foresaw; the caller only learns that the task has failed. */
function watched<Output>(work: Work<Output>, log: HandlerContext['log']): Work<Output> {
  return async (output, signal) => {
    try {
      await work(output, signal);
    } catch (thrown) {
      const foreseen = signal.aborted || thrown instanceof TechnologyError;
      if (!foreseen) log.error({ err: thrown }, 'a task broke off');
      throw thrown;
    }
  };
}

function unknown(token: string) {
  return { input: token, inputErrorField: 'token' };
}

/** @throws Problem with all that speaks against the descriptor */
function acceptable({ target, findings }: Reading): Target {
  if (target !== undefined) return target;
  const [first, ...also] = findings;
  throw first.with({ also });
}

function validationResult({ findings }: Reading): ValidationResult {
  if (findings === undefined) return { valid: true };
  const texts = findings.map(({ code, values }) => fillTemplate(errors[code].message, values));
  return { valid: false, error: { errors: [...new Set(texts)] } };
}

function validationStatus({ state, output }: Task<typeof lifecycles.ValidationTaskStatus, ValidationOutput>) {
  const status: ValidationStatus = { status: state };
  return output.result === undefined ? status : { ...status, info: { publicInfo: output.result } };
}

function provisioningStatus({
  state,
  output,
}: Task<typeof lifecycles.ProvisioningTaskStatus, ProvisioningOutput>): ProvisioningStatus {
  const { result, info, logs } = output;
  return { status: state, result, ...(info === undefined ? {} : { info }), logs };
}

function reverseProvisioningStatus({
  state,
  output,
}: Task<
  typeof lifecycles.ReverseProvisioningTaskStatus,
  ReverseProvisioningOutput
>): ReverseProvisioningStatus {
  return { status: state, updates: output.updates, logs: output.logs };
}
