import { isDeepStrictEqual } from 'node:util';
import type { ReverseProvisioningRequest } from '@tessera/contracts/types/tech-adapter';
import { isRecord } from '../harness/json-schema.ts';
import type { Work } from '../kit/handlers.ts';
import type { Task } from '../kit/task.ts';
import type { Workshop } from './provisioning.ts';
import { locationIn, type Resource } from './technology.ts';

/** The output of a reverse provisioning task. */
interface ReverseProvisioningOutput {
  readonly updates: Record<string, unknown>;
}

type Say = Task<ReverseProvisioningOutput>['say'];

type Fields = Readonly<Record<string, unknown>>;

/** The paths of descriptor fields in a catalog entity. */
const DESCRIPTOR_PATH = 'spec.mesh';

/** Compares what exists on the technology with the entity, and collects the required changes of the entity. */
export function reverseProvisioningWork(
  { technology, clock, taskMs }: Workshop,
  request: ReverseProvisioningRequest,
): Work<ReverseProvisioningOutput> {
  return async ({ signal, say }) => {
    const { environment } = request;
    const entity = descriptorOf(request.catalogInfo);
    const location = locationIn(wantedPlace(request, entity));
    const componentId = componentIdOf(request.catalogInfo, entity);
    say('INFO', `Looking for ${location ?? componentId ?? 'a resource'} in ${environment}`, 'Reading');
    if (taskMs > 0) await clock.sleep(taskMs, signal);
    const resource =
      (location === undefined ? undefined : technology.findAt(environment, location)) ??
      (componentId === undefined ? undefined : technology.find(environment, componentId));
    if (resource === undefined) {
      say('WARNING', 'Nothing like it exists there; the entity stays as it is', 'Reading');
      return { updates: {} };
    }
    say('INFO', `Read ${resource.columns.length} columns of ${resource.location}`, 'Reading');
    const updates = updatesOf(resource, entity, say);
    say('INFO', `${Object.keys(updates).length} fields differ`, 'Comparing');
    return { updates };
  };
}

/** The user's values take precedence over those of the environment, and both over the entity's current values. */
function wantedPlace({ params }: ReverseProvisioningRequest, entity: Fields): Fields {
  const given: Fields = params ?? {};
  const environmentConfig = member(given, 'environmentSpecificConfig');
  return { ...member(entity, 'specific'), ...member(environmentConfig, 'specific'), ...given };
}

function descriptorOf(catalogInfo: unknown): Fields {
  return member(member(isRecord(catalogInfo) ? catalogInfo : {}, 'spec'), 'mesh');
}

/** Its URN, or the one that follows from the entity's name `DOMAIN.SYSTEM.MAJOR.COMPONENT`. */
function componentIdOf(catalogInfo: unknown, entity: Fields): string | undefined {
  if (typeof entity['id'] === 'string') return entity['id'];
  const { name } = member(isRecord(catalogInfo) ? catalogInfo : {}, 'metadata');
  if (typeof name !== 'string') return undefined;
  const parts = name.split('.');
  return parts.length === 4 ? `urn:dmb:cmp:${parts.join(':')}` : undefined;
}

function updatesOf(resource: Resource, entity: Fields, say: Say): Record<string, unknown> {
  const updates: Record<string, unknown> = {};
  const present = member(entity, 'specific');
  for (const [key, value] of Object.entries(resource.specific)) {
    if (isDeepStrictEqual(present[key], value)) continue;
    if (key === '' || key.includes('.')) {
      say('WARNING', `${JSON.stringify(key)} cannot be written as a path and is left out`, 'Comparing');
    } else updates[`${DESCRIPTOR_PATH}.specific.${key}`] = value;
  }
  const { schema } = member(entity, 'dataContract');
  if (resource.columns.length > 0 && !isDeepStrictEqual(schema, resource.columns)) {
    updates[`${DESCRIPTOR_PATH}.dataContract.schema`] = resource.columns;
  }
  return updates;
}

function member(parent: Fields, name: string): Fields {
  const found = parent[name];
  return isRecord(found) ? found : {};
}
