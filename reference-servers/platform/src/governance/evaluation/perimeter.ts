import { ApiError } from '@tessera/client';
import type { Context } from '../../context.ts';
import { findDeployed, listDeployed } from '../../coordinator/units/deployed.ts';
import { storableText } from '../../text/storable.ts';
import { type Keep, resolverAt } from '../engines/engine-clients.ts';
import { type CompleteResourceType, withDefaults } from '../resource-types/defaults.ts';
import { findResourceType } from '../resource-types/resource-type-store.ts';
import { readDocument } from './read-document.ts';

/** A resource that was found. */
export interface FoundResource {
  readonly externalId: string;
  readonly displayName: string | null;
  readonly descriptor: string;
}

/** A page of the resources of a type. */
export interface FoundPage {
  readonly resources: readonly FoundResource[];
  readonly isLast: boolean;
}

/** The default page size for a resource type. */
const BATCH = 20;

/** The contract of resolvers allows no larger page. */
const LARGEST_BATCH = 50;

/** The location of a type's resources. */
export type Perimeter = Readonly<
  Pick<CompleteResourceType, 'name' | 'descriptorConfiguration' | 'resolverConfiguration'>
>;

/**
 * Where the resources of a type are listed; a type without a definition has the defaults, and the resolver of the
 * settings.
 */
export async function perimeterOf({ db, settings }: Context, resourceType: string): Promise<Perimeter> {
  const type = (await findResourceType(db, resourceType)) ?? { name: resourceType };
  const resolver =
    type.resolverConfiguration ??
    (Object.hasOwn(settings.resolvers, resourceType) ? settings.resolvers[resourceType] : undefined);
  return withDefaults({ ...type, ...(resolver === undefined ? {} : { resolverConfiguration: resolver }) });
}

/** A page of the resources of a type: from its resolver, or, without one, those that the platform has deployed. */
export async function findPage(
  context: Context,
  perimeter: Perimeter,
  environment: string,
  page: number,
  keep: Keep,
): Promise<FoundPage> {
  const { resolverConfiguration: resolver } = perimeter;
  const limit = Math.min(resolver?.batchSize ?? BATCH, LARGEST_BATCH);
  const offset = page * limit;
  if (resolver === undefined) {
    const rows = await listDeployed(context.db, { kind: perimeter.name, environment }, { limit, offset });
    const resources = rows.map(({ id, descriptor }) => {
      const { displayName } = describe(perimeter, descriptor);
      return { externalId: id, displayName, descriptor };
    });
    return { resources, isLast: rows.length < limit };
  }
  const query = { environment, 'resource-types': [perimeter.name], offset, limit };
  const content = await ask(context, resolver, query, keep);
  const resources = content.map((descriptor, index) => {
    const { externalId, displayName } = describe(perimeter, descriptor);
    return { externalId: externalId ?? `${perimeter.name} ${offset + index + 1}`, displayName, descriptor };
  });
  return { resources, isLast: content.length < limit };
}

/** The current descriptor of a resource; undefined when it does not exist. */
export async function findPrevious(
  context: Context,
  perimeter: Perimeter,
  { externalId, environment }: { readonly externalId: string; readonly environment: string },
  keep: Keep,
): Promise<string | undefined> {
  const { resolverConfiguration: resolver } = perimeter;
  if (resolver === undefined) return findDeployed(context.db, externalId, environment);
  const query = { environment, 'resource-types': [perimeter.name], id: externalId };
  const found = await ask(context, resolver, query, keep);
  return found.find((descriptor) => describe(perimeter, descriptor).externalId === externalId) ?? found[0];
}

async function ask(
  context: Context,
  { url, path }: NonNullable<Perimeter['resolverConfiguration']>,
  query: { environment: string; 'resource-types': string[]; id?: string; offset?: number; limit?: number },
  keep: Keep,
): Promise<string[]> {
  try {
    const { body } = await resolverAt(context, url, path, keep).resolveResources({ query });
    const { content }: { content?: unknown } = Object(body);
    if (Array.isArray(content)) return content.map((one) => storableText(String(one)));
  } catch (cause) {
    // In its contract a 404 means that no resource matches.
    if (cause instanceof ApiError && cause.status === 404) return [];
    throw cause;
  }
  throw new Error(`the resolver at ${url} does not answer with a list in content`);
}

/** The name of the resource in a descriptor. */
function describe(
  { descriptorConfiguration: { resourceNameField, resourceDisplayNameFields } }: Perimeter,
  descriptor: string,
): { readonly externalId: string | undefined; readonly displayName: string | null } {
  const fields: Record<string, unknown> = Object(readDocument(descriptor).read?.value);
  const texts = resourceDisplayNameFields.flatMap((field) => textOf(fields[field]) ?? []);
  return {
    externalId: textOf(fields[resourceNameField]),
    displayName: texts.length === 0 ? null : texts.join(' '),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? storableText(String(value)) : undefined;
}
