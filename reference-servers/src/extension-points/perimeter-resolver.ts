import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import type { MountOptions } from '../kit/mount-handlers.ts';
import { mountPerimeterResolver, type PerimeterResolverHandlers } from '../kit/perimeter-resolver.ts';
import { type Resource, sampleResources } from './sample-resources.ts';

/** Options of a perimeter resolver. */
export interface PerimeterResolverOptions extends MountOptions {
  /** Types of resource that it knows; with a single one it ignores the requested types. Default: all. */
  readonly types?: readonly string[];
  /** All resources, in the order in which they are listed. Default: made-up samples. */
  readonly resources?: readonly Resource[];
}

/**
 * A perimeter resolver as a part of a server.
 * @throws Error that names every type without samples
 */
export function createPerimeterResolver(options: PerimeterResolverOptions = {}): Mount {
  const { types } = options;
  const all = options.resources ?? sampleResources();
  // Resources that the caller passes may lack these types for now.
  if (options.resources === undefined) refuseUnknown(types, new Set(all.map(({ type }) => type)));
  const known = types === undefined ? all : all.filter(({ type }) => types.includes(type));
  const ignoresTypes = new Set(types ?? all.map(({ type }) => type)).size === 1;

  const handlers: PerimeterResolverHandlers = {
    resolveResources: ({ query }) => {
      const { environment, id, offset, limit } = query;
      const wanted = ignoresTypes ? [] : (query['resource-types'] ?? []).filter((type) => type !== '');
      const fitting = known.filter(
        (one) =>
          one.environment === environment &&
          (id === undefined || one.id === id) &&
          (wanted.length === 0 || wanted.includes(one.type)),
      );
      if (fitting.length === 0) throw new Problem('RESOURCES_NOT_FOUND');
      const content = fitting.slice(offset, offset + limit).map(({ descriptor }) => descriptor);
      return { content, page: { offset, limit, count: content.length } };
    },
  };
  return mountPerimeterResolver(handlers, options);
}

function refuseUnknown(types: readonly string[] = [], present: ReadonlySet<string>): void {
  const unknown = types.filter((type) => !present.has(type));
  if (unknown.length === 0) return;
  const [names, known] = [unknown, [...present]].map((list) => list.join(', '));
  throw new Error(`there are no resources of type ${names}; there are ${known}`);
}
