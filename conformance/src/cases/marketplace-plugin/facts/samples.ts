import { at, isObject } from '../../../suite/json.ts';
import type { Run } from '../../../suite/run.ts';

/** An output port that nobody has, more than 32 bits hold. */
export const LARGE = 2 ** 40 + 17;
export const BELOW_ZERO = -1;

export const UNKNOWN_MEMBER = { notInTheContract: { any: 'thing' } };

export type Samples = ReturnType<typeof collectSamples>;

/** What is sent: what the caller gives, or what the contract shows. */
export function collectSamples({ settings, contract }: Run) {
  const builtIn = settings.descriptor === undefined;
  const sample = (operation: string, name: string): unknown =>
    at(contract.fixtures[operation], 'request', name, 'value');
  const descriptor =
    settings.descriptor ?? String(at(sample('insertProvisioningResults', 'deployed'), 'descriptor'));
  /** Nothing of the one is part of the other: what the caller gives, or the same under another name. */
  const renamed = descriptor
    .replaceAll('shipment-tracking', 'parcel-tracking')
    .replaceAll('Shipment', 'Parcel');
  const own = settings.bodies?.['updateAcl'];
  const given = own ?? sample('updateAcl', 'granted');
  return {
    builtIn,
    descriptor,
    /** What is taken out tells no results any more; of what the caller gives nobody knows what it would be then. */
    undeployed: builtIn ? String(at(sample('delete', 'undeployed'), 'descriptor')) : descriptor,
    other: settings.samples?.other?.[0] ?? (builtIn ? renamed : undefined),
    /** Of the same name, in another domain. */
    namesake: builtIn ? descriptor.replaceAll('logistics', 'finance') : undefined,
    access: isObject(given) ? given : {},
    /** The caller says what a good list of who has access is. */
    isAccessGiven: own !== undefined,
  };
}
