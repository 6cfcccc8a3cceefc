import { type PerimeterResolverHandlers, PerimeterResolverProblem } from '@tessera/reference-servers/kit';

interface Resource {
  readonly id: string;
  readonly environment: string;
  readonly type: string;
}

/** All resources, always in the same order. Replace it with a call to your source. */
const resources: readonly Resource[] = ['development', 'production'].flatMap((environment) =>
  ['storage-bucket', 'table'].flatMap((type) =>
    ['customers', 'orders', 'shipments'].map((name) => ({
      id: `${environment}-${type}-${name}`,
      environment,
      type,
    })),
  ),
);

const describe = ({ id, type }: Resource): string => `id: ${id}\ntype: ${type}\n`;

export const handlers: PerimeterResolverHandlers = {
  resolveResources: ({ query }) => {
    const { environment, id, offset, limit, 'resource-types': types = [] } = query;
    // Many callers also percent-encode the commas.
    const wanted = types.flatMap((list) => list.split(',')).filter((type) => type !== '');
    const fitting = resources.filter(
      (one) =>
        one.environment === environment &&
        (id === undefined || one.id === id) &&
        (wanted.length === 0 || wanted.includes(one.type)),
    );
    // Without any match, the response is 404. A page after the last one is empty.
    if (fitting.length === 0) throw new PerimeterResolverProblem('RESOURCES_NOT_FOUND');
    const content = fitting.slice(offset, offset + limit).map(describe);
    return { content, page: { offset, limit, count: content.length } };
  },
};
