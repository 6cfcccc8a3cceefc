import type { Exchange } from '../../suite/exchange.ts';
import type { Call } from '../../suite/request.ts';
import type { Facts } from './facts.ts';
import { placesOf } from './knowledge.ts';

/** The differences of a request from the valid one. */
export interface Wish {
  /** Names for the path parameters, in order. */
  readonly about?: readonly unknown[];
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly value?: unknown;
  readonly intent?: Call['intent'];
  /** False for a request whose moment matters: it does not wait for a free slot of the request queue. */
  readonly patient?: boolean;
}

/** Sends a specific request to an operation. Fills in required query parameters. */
export function askFor(facts: Facts, id: string, label: string, wish: Wish = {}): Promise<Exchange> {
  const operation = facts.operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`the platform has no operation ${id}`);
  const { about = [], path = {}, query = {}, value, intent = 'valid', patient = true } = wish;
  const named = placesOf(operation).flatMap(({ name }, index) =>
    index in about ? [[name, about[index]]] : [],
  );
  return facts.run.session.call({
    operation: id,
    label,
    intent,
    patient,
    ...(value === undefined ? {} : { value }),
    parameters: {
      path: { ...Object.fromEntries(named), ...path },
      query: { ...facts.goodQuery(operation), ...query },
    },
  });
}
