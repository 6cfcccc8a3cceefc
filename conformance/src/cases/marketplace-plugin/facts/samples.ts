import { at, isObject } from '../../../suite/json.ts';
import type { Run } from '../../../suite/run.ts';

/** The id of an output port that does not exist, larger than 32 bits. */
export const LARGE = 2 ** 40 + 17;
export const BELOW_ZERO = -1;

export type Samples = ReturnType<typeof collectSamples>;

/** The samples to send, from the configuration or the contract. */
export function collectSamples({ settings, contract }: Run) {
  const builtIn = settings.descriptor === undefined;
  const sample = (operation: string, name: string): unknown =>
    at(contract.fixtures[operation], 'request', name, 'value');
  const descriptor =
    settings.descriptor ?? String(at(sample('insertProvisioningResults', 'deployed'), 'descriptor'));
  /** The two share no ids: from the configuration, or the same descriptor under another name. */
  const renamed = descriptor
    .replaceAll('shipment-tracking', 'parcel-tracking')
    .replaceAll('Shipment', 'Parcel');
  const own = settings.bodies?.['updateAcl'];
  const given = own ?? sample('updateAcl', 'granted');
  return {
    builtIn,
    descriptor,
    /**
     * An undeployed data product has no results. How a configured descriptor looks without them is unknown. The built-in
     * one is not shown later: a plugin that keeps the ids of removed data products would refuse the first insertion.
     */
    undeployed: builtIn
      ? String(at(sample('delete', 'undeployed'), 'descriptor')).replaceAll(
          'shipment-tracking',
          'never-shown',
        )
      : descriptor,
    other: settings.samples?.other?.[0] ?? (builtIn ? renamed : undefined),
    /** The same name in another domain. */
    namesake: builtIn ? descriptor.replaceAll('logistics', 'finance') : undefined,
    access: isObject(given) ? given : {},
    /** The configuration has a valid list of users with access. */
    isAccessGiven: own !== undefined,
  };
}
