import { isDone, shownBy } from '../../../checks/outcomes.ts';
import { memo } from '../../../suite/check.ts';
import type { Exchange } from '../../../suite/exchange.ts';
import { at, isObject, listOf } from '../../../suite/json.ts';
import { settled, type Work } from '../../../suite/work.ts';
import { readYaml } from '../../../suite/yaml.ts';
import type { Sample } from '../samples.ts';

const COMPONENT = 'componentIdToProvision';

/** The first deployment of a component, and what its request had to omit. */
export interface Joining {
  /** The decisive deployment. */
  readonly work: Work;
  /** What the adapter cannot read: the system before the component joined, or its descriptor as JSON. */
  readonly unread?: 'enriched' | 'form';
  /** The answer to that, and to the same request without it. */
  readonly answers?: readonly [odd: Exchange, plain: Exchange];
}

/**
 * A component joins an existing system: the enriched descriptor is the previous one. Both are JSON, as programs write
 * YAML. One request tests both; only if it fails, further requests find out which of them was the reason.
 * @param deploy Creates a deployment of the component.
 */
export function createJoining(
  component: Sample,
  after: () => Promise<unknown>,
  deploy: (sample: Sample, label: string, more: object) => Work,
): () => Promise<Joining> {
  const plain = (): Work => deploy(component, 'provision what is removed again', { removeData: false });
  return memo(async () => {
    await settled(after);
    const document = readYaml(component.descriptor);
    const form = { removeData: false, descriptor: JSON.stringify(document) };
    const both = deploy(component, 'provision what joins a system, as JSON', {
      ...form,
      ...enrichedBefore(document),
    });
    if (await isDone(both)) return { work: both };
    const work = plain();
    if (!(await isDone(work))) return { work };
    const alone = deploy(component, 'provision a descriptor that is written as JSON', form);
    const unread = (await isDone(alone)) ? 'enriched' : 'form';
    return { work, unread, answers: [await shownBy(unread === 'form' ? alone : both), await shownBy(work)] };
  });
}

/** The system before the component joined it; empty if the descriptor names none. */
function enrichedBefore(document: unknown): object {
  const system = at(document, 'dataProduct');
  const id = at(document, COMPONENT);
  if (!isObject(system) || typeof id !== 'string') return {};
  const components = listOf(system['components']).filter((one) => at(one, 'id') !== id);
  return { latestEnrichedDescriptor: JSON.stringify({ ...system, components }) };
}
