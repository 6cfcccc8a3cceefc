import type { Exchange } from '../src/suite/exchange.ts';
import type { Call } from '../src/suite/request.ts';

/** When a request was sent and how long its response took, in milliseconds of a clock that the test controls. */
type Times = Pick<Exchange, 'at' | 'took' | 'lag'>;

/** A made-up exchange: a request that starts a task, or polls one if it has a token, and its response. */
export function exchangeOf(
  { operation, label, intent, token }: Call,
  id: number,
  value: unknown,
  times: Times,
): Exchange {
  return {
    id,
    label,
    operation,
    intent,
    sent: { method: token === undefined ? 'POST' : 'GET', path: '/', headers: {} },
    received: {
      status: token === undefined ? 202 : 200,
      headers: {},
      text: JSON.stringify(value),
      mediaType: 'application/json',
      json: { value },
    },
    ...times,
  };
}
