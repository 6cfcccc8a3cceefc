import type { Exchange } from '../src/suite/exchange.ts';
import type { Call } from '../src/suite/request.ts';

/** When a request was sent and how long its answer took, in milliseconds of a clock that a test winds. */
type Times = Pick<Exchange, 'at' | 'took' | 'lag'>;

/** A request that starts a task, or with a token asks about one, and its answer; nothing was sent. */
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
