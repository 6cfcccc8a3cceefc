import { errorList, type Reply } from '../reply.ts';
import { type Asked, type Responder, routing } from './server.ts';

const RESOLVE = '/v1/resolve';

export interface Resource {
  readonly environment: string;
  readonly type: string;
  readonly id: string;
}

/** More resources than the maximum page holds. */
export const RESOURCES: readonly Resource[] = ['development', 'production'].flatMap((environment) =>
  Array.from({ length: 60 }, (_, index) => ({
    environment,
    type: index % 3 === 0 ? 'storage-bucket' : 'topic',
    id: `resource-${index}`,
  })),
);

/** A conformant resolver. */
export function honestResolver(resources: readonly Resource[] = RESOURCES): Responder {
  return routing([
    {
      method: 'GET',
      path: RESOLVE,
      refuse: (errors) => errorList(400, errors),
      answer(asked) {
        const faults = faultsOf(asked.query);
        if (faults.length > 0) return errorList(400, faults);
        const fitting = fittingIn(resources, asked.query);
        return fitting.length === 0 ? errorList(404, ['no resources found']) : pageOf(fitting, asked);
      },
    },
  ]);
}

/** All resources that match a query, across all pages. */
export function fittingIn(resources: readonly Resource[], query: URLSearchParams): readonly Resource[] {
  const types = (query.get('resource-types') ?? '').split(',').filter((name) => name !== '');
  const id = query.get('id');
  return resources.filter(
    (one) =>
      one.environment === query.get('environment') &&
      (id === null || one.id === id) &&
      (types.length === 0 || types.includes(one.type)),
  );
}

export function pageOf(fitting: readonly Resource[], { query }: Asked): Reply {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? 5);
  const content = fitting.slice(offset, offset + limit).map(({ id, type }) => `id: ${id}\ntype: ${type}\n`);
  return { status: 200, body: { content, page: { offset, limit, count: content.length } } };
}

function faultsOf(query: URLSearchParams): string[] {
  const isBad = (name: string, least: number, most: number): boolean => {
    const text = query.get(name);
    return text !== null && !(/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most);
  };
  return [
    ...(query.has('environment') ? [] : ['environment is required']),
    ...(isBad('offset', 0, Number.MAX_SAFE_INTEGER) ? ['offset is a number of at least 0'] : []),
    ...(isBad('limit', 1, 50) ? ['limit is a number from 1 to 50'] : []),
  ];
}
