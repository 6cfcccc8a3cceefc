import type { Trial } from '../suite/check.ts';
import { operationOf } from '../suite/contract.ts';
import { describeAnswer, type Exchange, statusOf } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';

/**
 * A 204 ends with its header (RFC 9110 sections 6.4.1 and 8.6). Clients stop there: bytes after it show in the
 * announced length, or break the next answer of the connection.
 */
export function expectNoBody({ contract }: Run, exchange: Exchange, trial: Trial): void {
  const isBroken =
    exchange.failureCode?.startsWith('HPE_') === true &&
    '204' in operationOf(contract, exchange.operation).responses;
  if (statusOf(exchange) !== 204 && !isBroken) return;
  trial.saw(exchange);
  const announced = Number(exchange.received?.headers['content-length'] ?? 0);
  if (!isBroken && exchange.received?.text === '' && announced === 0) return;
  trial.violated(
    {
      symptom: '204 with a body',
      expected: 'no body',
      actual: announced === 0 ? describeAnswer(exchange) : `204 that announces ${announced} bytes`,
    },
    exchange,
  );
}
