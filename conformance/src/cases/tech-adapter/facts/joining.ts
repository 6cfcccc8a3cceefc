import { type Bisected, bisect } from '../../../suite/bisect.ts';
import { at, isObject, type JsonObject, listOf } from '../../../suite/json.ts';
import type { After } from '../../../suite/work.ts';
import { readYaml } from '../../../suite/yaml.ts';
import type { Sample } from '../samples.ts';
import type { Requests } from './requests.ts';

const COMPONENT = 'componentIdToProvision';

/**
 * A component joins an existing system: the enriched descriptor is the previous one. Both are JSON, as programs write
 * YAML.
 */
export function createJoining(
  component: Sample,
  after: After,
  { deployment }: Requests,
): Bisected<'form' | 'enriched'> {
  const document = readYaml(component.descriptor);
  return bisect({
    send: (label, more) => deployment(component, label, { removeData: false, ...more }),
    label: 'provision a component of an existing system, as JSON',
    variations: { form: { descriptor: JSON.stringify(document) }, enriched: enrichedBefore(document) },
    after,
  });
}

/** The system before the component joined it; empty if the descriptor names none. */
function enrichedBefore(document: unknown): JsonObject {
  const system = at(document, 'dataProduct');
  const id = at(document, COMPONENT);
  if (!isObject(system) || typeof id !== 'string') return {};
  const components = listOf(system['components']).filter((one) => at(one, 'id') !== id);
  return { latestEnrichedDescriptor: JSON.stringify({ ...system, components }) };
}
