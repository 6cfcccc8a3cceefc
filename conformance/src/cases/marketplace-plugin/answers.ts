import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject } from '../../suite/json.ts';

export const INSERT = 'insertProvisioningResults';

/** The raw value of the address where users find the data product. */
export function toldEntry(exchange: Exchange): unknown {
  return at(bodyOf(exchange), 'info', 'privateInfo', 'marketplaceInfo');
}

/** The address where users find the data product; absent when the plugin does not return it. */
export function entryOf(exchange: Exchange): unknown {
  const entry = toldEntry(exchange);
  return isObject(entry) ? entry : undefined;
}

export function outcomeOf(exchange: Exchange): string {
  const href = at(entryOf(exchange), 'href');
  return `${statusOf(exchange)} ${brief(at(bodyOf(exchange), 'status'))}${typeof href === 'string' ? ` at ${href}` : ''}`;
}
