import type { LinkEntry, OperationEntry, ParameterEntry } from '@tessera/contracts/vocabulary';
import { at, listOf } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';
import { changesState, linksOf, placesOf, replacesSecrets, sourcesOf } from './knowledge.ts';
import { ENVIRONMENT } from './samples.ts';

/** Who plays which part in the scenarios: operations, found by what the contract says of them. */
export type Cast = ReturnType<typeof castOf>;

/**
 * Finds the operations that scenarios are about. A thing is called by its kind, a way from one operation to another by the
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
    /** Whether all that it needs to know stands in its body, a descriptor among it. */
    takesDescriptor: (one: OperationEntry) =>
      placesOf(one).length === 0 &&
      listOf(schemas.named(one.body?.schema ?? '')['required']).includes('descriptor'),
  };
}

/** From a kind of thing, or from one operation, to another operation. */
function ways({ operations, theOne, entry, names }: Finding) {
  return {
    /** What makes things of a kind. */
    maker: (kind: string): string => {
      const [first] = sourcesOf(operations, kind);
      return theOne(`makes ${kind}`, (one) => one.id === first?.operation && changesState(one)).id;
    },
    /** Where a link of an operation leads. */
    link: (id: string, role: string): LinkEntry => {
      const found = linksOf(entry(id))[role];
      if (found === undefined) throw new Error(`${id} has no link ${role}`);
      return found;
    },
    /** The list of all things of a kind. */
    list: (kind: string) =>
      theOne(`lists ${kind}`, ({ method, path }) => method === 'GET' && path.endsWith(`/${kind}`)).id,
    /** What is done by another method at the path of an operation. */
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

/** Where an operation takes what. */
function places({ entry }: Finding) {
  const parameter = (id: string, fits: (one: ParameterEntry) => boolean): string =>
    entry(id).parameters.find((one) => one.in === 'query' && fits(one))?.name ?? '';
  return {
    /** Place in the path that takes the name of a thing of a kind. */
    place: (id: string, kind: string): string =>
      placesOf(entry(id)).find((one) => one.kind === kind)?.name ?? kind,
    /** Kind of thing that the last place in the path names. */
    kindOf: (id: string): string => placesOf(entry(id)).at(-1)?.kind ?? '',
    parameter,
    /** Parameter of the query that names an environment. */
    where: (id: string) => parameter(id, (one) => one.names?.includes(ENVIRONMENT) ?? false),
    /** Parameter of the query that is switched on and off. */
    toggle: (id: string) => parameter(id, ({ type, selects }) => type === 'boolean' && selects === undefined),
  };
}

/** What goes on after its answer. */
function tasks({ operations, theOne, entry, names }: Finding) {
  return {
    poll: (id: string): string => entry(id).longRunning?.poll.operation ?? '',
    cancel: (id: string): string => entry(id).longRunning?.cancel?.operation ?? '',
    /** What begins work whose state is polled by an operation, and names nothing. */
    beginner: (poll: string) =>
      theOne(`is polled by ${poll} alone`, (one) => {
        return one.longRunning?.poll.operation === poll && placesOf(one).length === 0;
      }).id,
    /** Tells the state of a plan beside the operation that polls it. */
    state: () =>
      theOne('tells the state of a plan', (one) => {
        return one.method === 'GET' && names(one, 'provisioningplan') && one.path.endsWith('/status');
      }).id,
    /** Stops a plan beside the operation that terminates it. */
    stop: () =>
      theOne('stops a plan', (one) => {
        return one.method === 'PUT' && names(one, 'provisioningplan') && one.path.endsWith('/terminate');
      }).id,
    /** Reads anew what the API of an operation was configured with. */
    reload: (id: string) => {
      const [api] = id.split('.');
      return theOne(`reads ${api} anew`, (one) => {
        return one.id.startsWith(`${api}.`) && one.body === undefined && one.method === 'POST';
      }).id;
    },
    /** Operations that tell the state of work whose token is all that its beginning answers. */
    polls: (): string[] => {
      const tokens = operations.flatMap(({ longRunning: work }) => (work?.token === '' ? [work] : []));
      return [...new Set(tokens.map(({ poll }) => poll.operation))];
    },
  };
}

/** What is done with deployment units. */
function units({ theOne, names, takesDescriptor }: Finding) {
  const isUnit = (one: OperationEntry): boolean => names(one, 'deployment-units');
  return {
    /** Brings the components of a unit to the states that are wanted. */
    start: theOne('brings a unit to a state', (one) => {
      return isUnit(one) && one.longRunning !== undefined && changesState(one);
    }).id,
    preview: () => theOne('previews a unit', (one) => isUnit(one) && one.safe === true).id,
    component: () => theOne('tells of a component', (one) => names(one, 'component')).id,
    /** Deploys all that a descriptor describes. */
    deploy: theOne('deploys all of a descriptor', (one) => {
      return takesDescriptor(one) && Object.hasOwn(linksOf(one), 'remove');
    }).id,
    /** Judges a descriptor at once. */
    judge: () =>
      theOne('judges a descriptor at once', (one) => {
        return takesDescriptor(one) && one.safe === true && one.longRunning === undefined;
      }).id,
    /** Tells what has happened to units, after a moment that the query names. */
    followed: () =>
      theOne('follows units', ({ pagination }) => pagination?.cursor?.startsWith('query:') === true),
    /** Looks for what is deployed in an environment. */
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
    /** Says when results of a policy or a metric are expected for a resource. */
    schedule: () =>
      theOne('schedules results', (one) => names(one, 'resources') && names(one, 'policies')).id,
    /** Looks for the latest results, page by page with a cursor in the body. */
    results: () =>
      theOne('looks for results', ({ pagination }) => pagination?.cursor?.startsWith('body:') === true).id,
    /** What an answer holds on request only, as the options of an operation list it. */
    additions: (id: string): readonly unknown[] => {
      const body = theOne(`is ${id}`, (one) => one.id === id).body?.schema ?? '';
      const options = schemas.resolve(at(schemas.named(body), 'properties', 'resultOptions'));
      const fields = schemas.resolve(at(options, 'properties', 'additionalFields'));
      return listOf(schemas.resolve(fields['items'])['enum']);
    },
    /** Asks, and goes on asking under the same name. */
    conversation: () =>
      theOne('goes on with a conversation', ({ body }) => hasMember(schemas, body?.schema, 'session_id')).id,
    /** What answers a question, without a conversation. */
    answerers: () =>
      operations.filter(({ body }) => hasMember(schemas, body?.schema, 'query')).map(({ id }) => id),
    /** What sets things that have a key which nobody can read. */
    secretSetters: () => operations.filter((one) => replacesSecrets(one, schemas)).map(({ id }) => id),
  };
}

function hasMember(schemas: Schemas, schema: string | undefined, name: string): boolean {
  return schema !== undefined && Object.hasOwn(Object(schemas.named(schema)['properties']), name);
}
