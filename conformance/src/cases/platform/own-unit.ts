import { at, listOf } from '../../suite/json.ts';
import { readYaml, writeYaml } from '../../suite/yaml.ts';

/** A deployment unit that was never provisioned: a descriptor under a name of this run. */
export interface OwnUnit {
  readonly id: string;
  readonly descriptor: string;
  readonly components: readonly { readonly id: string; readonly needs: readonly string[] }[];
}

/**
 * A descriptor under another name, including its components: the units in the configured descriptor may exist on the
 * platform, and a run must not provision or remove them. The name is the last part of a URN before the version.
 */
export function underOwnName(descriptor: string, own: string): OwnUnit {
  const given = readYaml(descriptor);
  const parts = String(at(given, 'id')).split(':');
  const place = Math.max(0, parts.length - 2);
  const renamed = renameUrns(given, parts.slice(3), [
    ...parts.slice(3, place),
    own,
    ...parts.slice(place + 1),
  ]);
  const id = [...parts.slice(0, place), own, ...parts.slice(place + 1)].join(':');
  const unit = typeof renamed === 'object' && renamed !== null ? { ...renamed, id } : { id };
  return {
    id,
    descriptor: writeYaml(unit),
    components: componentsIn(unit),
  };
}

/** The components of a descriptor, each with those that it depends on. */
export function componentsIn(descriptor: unknown): OwnUnit['components'] {
  return listOf(at(descriptor, 'components')).map((one) => ({
    id: String(at(one, 'id')),
    needs: listOf(at(one, 'dependsOn')).map(String),
  }));
}

/** URNs of the unit and its parts, with the other name instead. */
function renameUrns(value: unknown, unit: readonly string[], own: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => renameUrns(item, unit, own));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, renameUrns(member, unit, own)]),
    );
  if (typeof value !== 'string' || !value.startsWith('urn:')) return value;
  const parts = value.split(':');
  const isOfUnit = unit.length > 0 && unit.every((part, index) => parts[index + 3] === part);
  return isOfUnit ? [...parts.slice(0, 3), ...own, ...parts.slice(3 + unit.length)].join(':') : value;
}
