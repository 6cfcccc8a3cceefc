import { isRecord } from '../../harness/json-schema.ts';
import { Problem } from '../../harness/problem.ts';
import { componentsIn, readSystem } from './data-product.ts';
import type { Target } from './descriptor.ts';
import { sameUrn } from './urn.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the latest operation on a target left. */
export interface LatestInfo {
  /** `info` of the component, or of the system in a product request; empty when nothing is known. */
  readonly info: Fields;
  /** The latest operation; absent when nothing is known. */
  readonly latestProvisioningOperation?: { readonly operation: string; readonly status: string };
}

/** Reads `latestEnrichedDescriptor` of a request. Text that is absent or cannot be read says nothing. */
export function readLatestInfo(
  text: string | null | undefined,
  { component, systemId }: Pick<Target<unknown>, 'component' | 'systemId'>,
): LatestInfo {
  const info = infoIn(text ?? '', component?.id ?? systemId);
  const latest = info['latestProvisioningOperation'];
  if (!isRecord(latest)) return { info };
  const { operation, status } = latest;
  if (typeof operation !== 'string' || typeof status !== 'string') return { info };
  return { info, latestProvisioningOperation: { operation, status } };
}

function infoIn(text: string, wanted: string): Fields {
  try {
    const system = readSystem(text, 'latestEnrichedDescriptor');
    const found = [system, ...componentsIn(system)].find(
      ({ id }) => typeof id === 'string' && sameUrn(id, wanted),
    );
    return isRecord(found?.['info']) ? found['info'] : {};
  } catch (thrown) {
    if (thrown instanceof Problem) return {};
    throw thrown;
  }
}
