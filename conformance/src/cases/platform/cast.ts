import type { LinkEntry, OperationEntry, ParameterEntry } from '@tessera/contracts/vocabulary';
import { changesState } from '../../suite/contract.ts';
import { at, listOf } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';
import { linksOf, placesOf, replacesSecrets, sourcesOf } from './knowledge.ts';
import { ENVIRONMENT } from './samples.ts';

/** The operations of the scenarios. */
const OPERATIONS = {
  /** Brings the components of a unit to the requested states. */
  start: 'coordinator-v2.startProvisioning',
  preview: 'coordinator-v2.previewProvisioning',
  component: 'coordinator-v2.getComponentStatus',
  /** Deploys all that a descriptor describes. */
  deploy: 'coordinator-v1.deploy',
  /** Validates a descriptor synchronously. */
  judge: 'coordinator-v1.validateDescriptor',
  /** Starts a validation of a descriptor. */
  validate: 'coordinator-v2.startValidation',
  /** Reports what has happened to units since a time in the query. */
  followed: 'coordinator-v1.listDeployedDataProducts',
  /** Searches for deployed resources in an environment. */
  search: 'coordinator-v1.resolve',
  plans: 'coordinator-v1.listProvisioningPlans',
  adapters: 'coordinator-v2.listTechAdapters',
  /** Reports the state of a plan, besides the operation that polls it. */
  state: 'coordinator-v1.getProvisioningPlanStatus',
  /** Stops a plan, besides the operation that terminates it. */
  stop: 'coordinator-v1.terminateProvisioningPlan',
  /** Decides on a waiting hook. */
  decide: 'builder.updateHook',
  /** Registers a tech adapter, as the adapter itself does. */
  register: 'builder.registerTechAdapter',
  registerTemplate: 'coordinator-v1.registerInfrastructureTemplate',
  /** Stores where a tech adapter is deployed. */
  deployment: 'coordinator-v2.putTechAdapterDeployment',
  evaluate: 'governance.evaluate',
  /** Sets when results of a policy or a metric are expected for a resource. */
  schedule: 'governance.updateEvaluationStatus',
  /** Searches for the latest results, page by page with a cursor in the body. */
  results: 'governance.searchEvaluationStatus',
  /** Stores the results of a report as the latest ones. */
  fromReport: 'governance.scheduleFromReport',
  /** Asks a question, and follow-up questions under the same name. */
  conversation: 'assistant.runTask',
} as const;

/** What an operation does in the scenarios. */
export type Role = keyof typeof OPERATIONS;

/** Operations that answer a question without a conversation. */
export const ANSWERERS = ['assistant.chat', 'docs-agent.askDocs'] as const;

/**
 * A thing is identified by its kind, a step from one operation to another by the name of the link.
 *
 * @throws Error when the contract lacks an operation
 */
export function castOf(operations: readonly OperationEntry[], schemas: Schemas) {
  const finding = createFinding(operations, schemas);
  for (const id of Object.values(OPERATIONS)) finding.entry(id);
  return { ...OPERATIONS, ...ways(finding), ...places(finding), ...tasks(finding), ...others(finding) };
}

type Finding = ReturnType<typeof createFinding>;

function createFinding(operations: readonly OperationEntry[], schemas: Schemas) {
  const theOne = (what: string, fits: (one: OperationEntry) => boolean): OperationEntry => {
    const [found, ...more] = operations.filter(fits);
    if (found !== undefined && more.length === 0) return found;
    throw new Error(`${found === undefined ? 'no' : 'more than one'} operation of the platform ${what}`);
  };
  return {
    operations,
    schemas,
    theOne,
    entry: (id: string) => theOne(`is ${id}`, (one) => one.id === id),
  };
}

/** Links from a kind of thing, or from one operation, to another operation. */
function ways({ operations, theOne, entry }: Finding) {
  return {
    /** The operation that creates things of a kind. */
    maker: (kind: string): string => {
      const [first] = sourcesOf(operations, kind);
      return theOne(`makes ${kind}`, (one) => one.id === first?.operation && changesState(one)).id;
    },
    /** The target of a link of an operation. */
    link: (id: string, role: string): LinkEntry => {
      const found = linksOf(entry(id))[role];
      if (found === undefined) throw new Error(`${id} has no link ${role}`);
      return found;
    },
    /** Another method at the path of an operation. */
    sibling: (id: string, method: string) => {
      const { path } = entry(id);
      return theOne(`is ${method} ${path}`, (one) => one.method === method && one.path === path).id;
    },
  };
}

/** The parameters of operations by meaning. */
function places({ entry }: Finding) {
  const parameter = (id: string, fits: (one: ParameterEntry) => boolean): string =>
    entry(id).parameters.find((one) => one.in === 'query' && fits(one))?.name ?? '';
  return {
    /** Path parameter for the name of a thing of a kind. */
    place: (id: string, kind: string): string =>
      placesOf(entry(id)).find((one) => one.kind === kind)?.name ?? kind,
    /** Kind of thing that the last place in the path names. */
    kindOf: (id: string): string => placesOf(entry(id)).at(-1)?.kind ?? '',
    parameter,
    /** Query parameter that names an environment. */
    where: (id: string) => parameter(id, (one) => one.names?.includes(ENVIRONMENT) ?? false),
    /** Boolean query parameter. */
    toggle: (id: string) => parameter(id, ({ type, selects }) => type === 'boolean' && selects === undefined),
  };
}

/** Operations on work that continues after the answer. */
function tasks({ operations, theOne, entry }: Finding) {
  return {
    poll: (id: string): string => entry(id).longRunning?.poll.operation ?? '',
    cancel: (id: string): string => entry(id).longRunning?.cancel?.operation ?? '',
    /** Reloads the configuration of the API of an operation. */
    reload: (id: string) => {
      const [api] = id.split('.');
      return theOne(`reloads ${api}`, (one) => {
        return one.id.startsWith(`${api}.`) && one.body === undefined && one.method === 'POST';
      }).id;
    },
    /** Operations that report the state of work whose start returns only a token. */
    polls: (): string[] => {
      const tokens = operations.flatMap(({ longRunning: work }) => (work?.token === '' ? [work] : []));
      return [...new Set(tokens.map(({ poll }) => poll.operation))];
    },
  };
}

function others({ operations, schemas, entry }: Finding) {
  return {
    /** What an answer contains only on request, as the options of an operation list it. */
    additions: (id: string): readonly unknown[] => {
      const options = schemas.resolve(
        at(schemas.named(entry(id).body?.schema ?? ''), 'properties', 'resultOptions'),
      );
      const fields = schemas.resolve(at(options, 'properties', 'additionalFields'));
      return listOf(schemas.resolve(fields['items'])['enum']);
    },
    /** Operations that set things with a key that no client can read. */
    secretSetters: () => operations.filter((one) => replacesSecrets(one, schemas)).map(({ id }) => id),
  };
}
