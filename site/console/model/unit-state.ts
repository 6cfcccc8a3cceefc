import type { ComponentStatus, DeploymentUnitProvisioning } from '@tessera/contracts/types/coordinator-v2';
import { shortName } from './format.ts';

/** A component of a unit in one environment. */
export interface UnitComponent {
  readonly id: string;
  readonly name: string;
  readonly status: ComponentStatus;
  /** The public information from its tech adapter. */
  readonly information: readonly Information[];
}

/** A value with its name and link. */
export interface Information {
  readonly name: string;
  readonly value: string;
  readonly href: string | undefined;
}

/** The components of a unit, by what was provisioned last. */
export function componentsOf({ provisioningDetails }: DeploymentUnitProvisioning): UnitComponent[] {
  const { componentsStatus = [], descriptor, provisioningInfo = {} } = provisioningDetails ?? {};
  const names = namesIn(descriptor);
  return componentsStatus.map(({ componentId, status }) => ({
    id: componentId,
    name: names.get(componentId) ?? shortName(componentId),
    status,
    information: informationIn(provisioningInfo[componentId]),
  }));
}

function namesIn(descriptor: Readonly<Record<string, unknown>> | undefined): Map<string, string> {
  const list: unknown = descriptor?.['components'];
  const names = new Map<string, string>();
  for (const component of Array.isArray(list) ? list : []) {
    const { id, name }: Record<string, unknown> = Object(component);
    if (typeof id === 'string' && typeof name === 'string') names.set(id, name);
  }
  return names;
}

function informationIn(info: unknown): Information[] {
  const { publicInfo }: Record<string, unknown> = Object(info);
  const entries: [string, unknown][] = Object.entries(Object(publicInfo));
  return entries.flatMap(([key, entry]) => {
    const { label, value, href }: Record<string, unknown> = Object(entry);
    if (value === undefined || value === null) return [];
    return [
      {
        name: typeof label === 'string' ? label : key,
        value: typeof value === 'object' ? JSON.stringify(value) : String(value),
        href: typeof href === 'string' && /^https?:/.test(href) ? href : undefined,
      },
    ];
  });
}
