import { errors } from '@tessera/contracts/errors';
import type { DataCatalogPluginHandlers } from '@tessera/contracts/handlers/data-catalog-plugin';
import { lifecycles } from '@tessera/contracts/lifecycles';
import { dataCatalogPlugin } from '@tessera/contracts/operations/data-catalog-plugin';
import { dataCatalogPluginSchemas } from '@tessera/contracts/schemas/data-catalog-plugin';
import type {
  ProvisioningStatus,
  ValidationResult,
  ValidationStatus,
} from '@tessera/contracts/types/data-catalog-plugin';
import type { HandlerContext } from '../harness/bind.ts';
import { readContract } from '../harness/contract.ts';
import type { Mount } from '../harness/mount.ts';
import { fillTemplate, Problem } from '../harness/problem.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { type Ids, randomIds } from '../runtime/ids.ts';
import { createTaskRegistry, type Task, type Work } from '../runtime/long-running.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { type DataProduct, readDataProduct } from './data-product.ts';
import { CatalogRefusal, type PublicationOutput, publicationWork, removalWork } from './publication.ts';

/** How a data catalog plugin behaves. */
export interface DataCatalogPluginOptions {
  /** `async` answers 202 with a token, `sync` does the work at once and answers 200. Default `async`. */
  readonly mode?: 'sync' | 'async';
  /** Keeps no tasks: the status operation answers 501, and the work is done at once. */
  readonly withoutStatus?: boolean;
  /** How long a task takes, in milliseconds. Default 1500. */
  readonly taskMs?: number;
  /** How long a finished task can be asked for, in milliseconds. Default one hour. */
  readonly keepFor?: number;
  /** Path under which it is served. Default: that of the contract. */
  readonly prefix?: string;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly catalog?: Catalog;
}

/** How long a task takes unless told otherwise, in milliseconds. */
const DEFAULT_TASK_MS = 1500;

/** The capability that a plugin without tasks lacks. */
const STATUS = dataCatalogPlugin.operations.getStatus.capability.id;

/** A data catalog plugin as a part of a server. */
export function createDataCatalogPlugin(options: DataCatalogPluginOptions = {}): Mount {
  const { prefix, withoutStatus = false } = options;
  return {
    contract: readContract(dataCatalogPlugin, dataCatalogPluginSchemas),
    ...createHandlers(options),
    ...(withoutStatus ? { without: [STATUS] } : {}),
    ...(prefix === undefined ? {} : { prefix }),
  };
}

interface ValidationOutput {
  result?: ValidationResult;
}

function createHandlers(options: DataCatalogPluginOptions) {
  const { clock = systemClock, catalog = createCatalog(), taskMs = DEFAULT_TASK_MS } = options;
  const atOnce = options.mode === 'sync' || options.withoutStatus === true;
  const desk = { catalog, clock, taskMs: atOnce ? 0 : taskMs };
  const { validations, publications } = createRegistries(options, clock);

  async function begin(work: Work<PublicationOutput>, log: HandlerContext['log']) {
    const task = publications.start({ result: '', logs: [] }, watched(work, log));
    if (!atOnce) return { status: 202, body: task.token } as const;
    await task.ended;
    return { status: 200, body: publicationStatus(task) } as const;
  }

  const handlers: DataCatalogPluginHandlers<HandlerContext> = {
    asyncValidate: ({ body }, { log }) => {
      const work: Work<ValidationOutput> = async (output, signal) => {
        await clock.sleep(taskMs, signal);
        output.result = validationResult(body.descriptor);
      };
      return { status: 202, body: validations.start({}, watched(work, log)).token };
    },
    getValidationStatus: ({ path }) => {
      const task = validations.find(path.token);
      if (task === undefined) throw new Problem('VALIDATION_NOT_FOUND', path, unknown(path.token));
      return { status: 200, body: validationStatus(task) };
    },
    validate: ({ body }) => ({ status: 200, body: validationResult(body.descriptor) }),
    provision: ({ body }, { log }) => begin(publicationWork(desk, acceptable(body.descriptor)), log),
    unprovision: ({ body }, { log }) => begin(removalWork(desk, acceptable(body.descriptor)), log),
    getStatus: ({ path }) => {
      const task = publications.find(path.token);
      if (task === undefined) throw new Problem('PROVISIONING_NOT_FOUND', path, unknown(path.token));
      return { status: 200, body: publicationStatus(task) };
    },
    getEntityReference: ({ query: { componentId } }) => {
      const asset = catalog.find(componentId);
      if (asset === undefined) {
        const details = { input: componentId, inputErrorField: 'componentId' };
        throw new Problem('CATALOG_ENTITY_NOT_FOUND', { componentId }, details);
      }
      return { status: 200, body: { reference: asset.href } };
    },
  };

  function close(): void {
    validations.close();
    publications.close();
  }
  return { handlers, close };
}

function createRegistries({ ids = randomIds, keepFor }: DataCatalogPluginOptions, clock: Clock) {
  const settings = { clock, ids, ...(keepFor === undefined ? {} : { keepFor }) };
  const states = { running: 'RUNNING', completed: 'COMPLETED', failed: 'FAILED' } as const;
  const { ValidationTaskStatus, CatalogTaskStatus } = lifecycles;
  return {
    validations: createTaskRegistry<typeof ValidationTaskStatus, ValidationOutput>({
      ...settings,
      lifecycle: ValidationTaskStatus,
      states,
    }),
    publications: createTaskRegistry<typeof CatalogTaskStatus, PublicationOutput>({
      ...settings,
      lifecycle: CatalogTaskStatus,
      states,
    }),
  };
}

/** Tells whoever runs the server what nobody foresaw; the caller only learns that the task has failed. */
function watched<Output>(work: Work<Output>, log: HandlerContext['log']): Work<Output> {
  return async (output, signal) => {
    try {
      await work(output, signal);
    } catch (thrown) {
      const foreseen = signal.aborted || thrown instanceof CatalogRefusal;
      if (!foreseen) log.error({ err: thrown }, 'a task broke off');
      throw thrown;
    }
  };
}

function unknown(token: string) {
  return { input: token, inputErrorField: 'token' };
}

/** @throws Problem with all that speaks against the descriptor */
function acceptable(descriptor: string): DataProduct {
  const { product, findings } = readDataProduct(descriptor);
  if (product !== undefined) return product;
  const [first, ...also] = findings;
  throw first.with({ also });
}

function validationResult(descriptor: string): ValidationResult {
  const { findings } = readDataProduct(descriptor);
  if (findings === undefined) return { valid: true };
  const texts = findings.map(({ code, values }) => fillTemplate(errors[code].message, values));
  return { valid: false, error: { errors: [...new Set(texts)] } };
}

function validationStatus({ state, output }: Task<typeof lifecycles.ValidationTaskStatus, ValidationOutput>) {
  const status: ValidationStatus = { status: state };
  return output.result === undefined ? status : { ...status, info: { publicInfo: output.result } };
}

function publicationStatus({
  state,
  output,
}: Task<typeof lifecycles.CatalogTaskStatus, PublicationOutput>): ProvisioningStatus {
  const { result, info, logs } = output;
  return { status: state, result, ...(info === undefined ? {} : { info }), logs };
}
