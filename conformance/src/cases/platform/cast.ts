import type { LinkEntry, OperationEntry, ParameterEntry } from '@tessera/contracts/vocabulary';
import { at, listOf } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';
import { changesState, linksOf, placesOf, replacesSecrets, sourcesOf } from './knowledge.ts';
import { ENVIRONMENT } from './samples.ts';

/** The operations of the scenarios, found by what the contract states about them. */
export type Cast = ReturnType<typeof castOf>;

/**
 * Finds the operations of the scenarios. A thing is identified by its kind, a step from one operation to another by the
 * name of the link.
 *
 * @throws Error when the contract has no such operation, or several of them
 */
export function castOf(operations: readonly OperationEntry[], schemas: Schemas) {
  const finding = createFinding(operations, schemas);
  return { ...ways(finding), ...places(finding), ...tasks(finding), ...units(finding), ...others(finding) };
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
    names: (one: OperationEntry, kind: string) => placesOf(one).some((place) => place.kind === kind),
    /** Whether its body holds all its input, including a descriptor. */
    takesDescriptor: (one: OperationEntry) =>
      placesOf(one).length === 0 &&
      listOf(schemas.named(one.body?.schema ?? '')['required']).includes('descriptor'),
  };
}

/** Links from a kind of thing, or from one operation, to another operation. */
function ways({ operations, theOne, entry, names }: Finding) {
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
    /** The list of all things of a kind. */
    list: (kind: string) =>
      theOne(`lists ${kind}`, ({ method, path }) => method === 'GET' && path.endsWith(`/${kind}`)).id,
    /** Another method at the path of an operation. */
    sibling: (id: string, method: string) => {
      const { path } = entry(id);
      return theOne(`is ${method} ${path}`, (one) => one.method === method && one.path === path).id;
    },
    /** The one operation that names things of a kind. */
    about: (kind: string) => theOne(`is about ${kind}`, (one) => names(one, kind)).id,
    /** Operations that take a body of this schema. */
    takers: (schema: string) => operations.filter(({ body }) => body?.schema === schema).map(({ id }) => id),
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
function tasks({ operations, theOne, entry, names }: Finding) {
  return {
    poll: (id: string): string => entry(id).longRunning?.poll.operation ?? '',
    cancel: (id: string): string => entry(id).longRunning?.cancel?.operation ?? '',
    /** The operation that starts the work that `poll` polls, and names nothing. */
    beginner: (poll: string) =>
      theOne(`is polled by ${poll} alone`, (one) => {
        return one.longRunning?.poll.operation === poll && placesOf(one).length === 0;
      }).id,
    /** Reports the state of a plan, besides the operation that polls it. */
    state: () =>
      theOne('reports the state of a plan', (one) => {
        return one.method === 'GET' && names(one, 'provisioningplan') && one.path.endsWith('/status');
      }).id,
    /** Stops a plan, besides the operation that terminates it. */
    stop: () =>
      theOne('stops a plan', (one) => {
        return one.method === 'PUT' && names(one, 'provisioningplan') && one.path.endsWith('/terminate');
      }).id,
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

/** Operations on deployment units. */
function units({ theOne, names, takesDescriptor }: Finding) {
  const isUnit = (one: OperationEntry): boolean => names(one, 'deployment-units');
  return {
    /** Brings the components of a unit to the requested states. */
    start: theOne('brings a unit to a state', (one) => {
      return isUnit(one) && one.longRunning !== undefined && changesState(one);
    }).id,
    preview: () => theOne('previews a unit', (one) => isUnit(one) && one.safe === true).id,
    component: () => theOne('reports a component', (one) => names(one, 'component')).id,
    /** Deploys all that a descriptor describes. */
    deploy: theOne('deploys all of a descriptor', (one) => {
      return takesDescriptor(one) && Object.hasOwn(linksOf(one), 'remove');
    }).id,
    /** Validates a descriptor synchronously. */
    judge: () =>
      theOne('validates a descriptor synchronously', (one) => {
        return takesDescriptor(one) && one.safe === true && one.longRunning === undefined;
      }).id,
    /** Reports what has happened to units since a time in the query. */
    followed: () =>
      theOne('follows units', ({ pagination }) => pagination?.cursor?.startsWith('query:') === true),
    /** Searches for deployed resources in an environment. */
    search: () => theOne('looks for resources', ({ pagination }) => pagination?.pageSize !== undefined).id,
  };
}

function others({ operations, schemas, theOne, names }: Finding) {
  return {
    /** Stores where a tech adapter is deployed. */
    deployment: () =>
      theOne('deploys a tech adapter', (one) => {
        return names(one, 'tech-adapters') && names(one, ENVIRONMENT) && one.body !== undefined;
      }).id,
    /** Sets when results of a policy or a metric are expected for a resource. */
    schedule: () =>
      theOne('schedules results', (one) => names(one, 'resources') && names(one, 'policies')).id,
    /** Searches for the latest results, page by page with a cursor in the body. */
    results: () =>
      theOne('looks for results', ({ pagination }) => pagination?.cursor?.startsWith('body:') === true).id,
    /** Stores the results of a report as the latest ones. */
    fromReport: () =>
      theOne('stores the results of a report', (one) => {
        return one.method === 'PUT' && names(one, 'evaluation-reports');
      }).id,
    /** What an answer contains only on request, as the options of an operation list it. */
    additions: (id: string): readonly unknown[] => {
      const body = theOne(`is ${id}`, (one) => one.id === id).body?.schema ?? '';
      const options = schemas.resolve(at(schemas.named(body), 'properties', 'resultOptions'));
      const fields = schemas.resolve(at(options, 'properties', 'additionalFields'));
      return listOf(schemas.resolve(fields['items'])['enum']);
    },
    /** Asks a question, and follow-up questions under the same name. */
    conversation: () =>
      theOne('continues a conversation', ({ body }) => hasMember(schemas, body?.schema, 'session_id')).id,
    /** Operations that answer a question without a conversation. */
    answerers: () =>
      operations.filter(({ body }) => hasMember(schemas, body?.schema, 'query')).map(({ id }) => id),
    /** Operations that set things with a key that no client can read. */
    secretSetters: () => operations.filter((one) => replacesSecrets(one, schemas)).map(({ id }) => id),
  };
}

function hasMember(schemas: Schemas, schema: string | undefined, name: string): boolean {
  return schema !== undefined && Object.hasOwn(Object(schemas.named(schema)['properties']), name);
}
