import { isDone, shownBy } from '../../../checks/outcomes.ts';
import { memo } from '../../../suite/check.ts';
import type { Exchange } from '../../../suite/exchange.ts';
import { at, isObject, listOf } from '../../../suite/json.ts';
import { settled, type Work } from '../../../suite/work.ts';
import { readYaml } from '../../../suite/yaml.ts';
import type { Sample } from '../samples.ts';

const COMPONENT = 'componentIdToProvision';

/** How a component was deployed for the first time, and what had to be left out of the request for it. */
export interface Joining {
  /** The deployment that counts. */
  readonly work: Work;
  /** What the adapter cannot read: the system as it was before the component joined, or its own descriptor as JSON. */
  readonly unread?: 'enriched' | 'form';
  /** What it answered to that, and to the same without it. */
  readonly answers?: readonly [odd: Exchange, plain: Exchange];
}

/**
 * A component joins a system that is there: the enriched descriptor is the one of before. Both are written as JSON, as
 * programs write YAML. One request asks both; only where it fails more requests find out which of them it was.
 * @param deploy Makes a deployment of the component.
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

/** The system as it was before the component joined it; nothing where the descriptor names none. */
function enrichedBefore(document: unknown): object {
  const system = at(document, 'dataProduct');
  const id = at(document, COMPONENT);
  if (!isObject(system) || typeof id !== 'string') return {};
  const components = listOf(system['components']).filter((one) => at(one, 'id') !== id);
  return { latestEnrichedDescriptor: JSON.stringify({ ...system, components }) };
}
