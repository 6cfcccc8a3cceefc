import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import type { Context } from './context.ts';
import { findAdapter } from './coordinator/registry/adapters.ts';
import { registerTemplate } from './coordinator/registry/register-template.ts';
import { readUnit } from './descriptor/read-unit.ts';

/** The sample data product of the documentation. */
export const SAMPLE_DESCRIPTOR: string = descriptors['shipment-tracking'].text;

/** Infrastructure templates in a descriptor: that of the unit, and those of its components. */
export function templatesOf(descriptor: string): string[] {
  const { unit } = readUnit(descriptor);
  if (unit === undefined) return [];
  const all = [unit, ...unit.components].flatMap(
    ({ infrastructureTemplateId }) => infrastructureTemplateId ?? [],
  );
  return [...new Set(all)];
}

/**
 * Registers the reference tech adapter at an address for templates without an adapter, in every environment: a platform
 * without any adapter can deploy nothing.
 */
export async function registerStandIn(
  context: Context,
  origin: string,
  templates: readonly string[],
): Promise<void> {
  for (const id of templates) {
    if ((await findAdapter(context.db, id)) !== undefined) continue;
    const segments = id.split(':');
    for (const environment of context.settings.environments) {
      await registerTemplate(context, {
        id,
        name: segments.at(-2) ?? id,
        description: 'Reference tech adapter of this toolkit',
        version: segments.at(-1) ?? '',
        url: origin + techAdapter.prefix,
        environment,
      });
    }
  }
}
