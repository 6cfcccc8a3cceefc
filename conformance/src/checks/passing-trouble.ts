import { operationOf } from '../suite/contract.ts';
import { bodyOf, type Exchange, statusOf, succeeded } from '../suite/exchange.ts';
import type { Run } from '../suite/run.ts';

/** Number of retries before a failure counts as reproducible. */
const AGAIN = 2;

/** Whether an answer reports a listed error that is not a defect of the server, for example an unavailable model. */
export function isOtherTrouble({ contract, session }: Run, exchange: Exchange): boolean {
  const { errors, responses } = operationOf(contract, exchange.operation);
  const status = String(statusOf(exchange));
  const isListed = (errors[status] ?? []).some((code) => contract.errors[code]?.part !== 'system-problem');
  return (
    statusOf(exchange) >= 500 &&
    isListed &&
    session.schemas.isValid(responses[status]?.schema ?? '', bodyOf(exchange))
  );
}

/** The answer to a request, with retries while such an error lasts. */
export async function askPatiently(run: Run, ask: () => Promise<Exchange>): Promise<Exchange> {
  let exchange = await ask();
  for (let time = 0; time < AGAIN && isOtherTrouble(run, exchange); time += 1) exchange = await ask();
  return exchange;
}

/** Whether a plain request gets the error as well, or the unusual one does not get it again. */
export async function isOfTheMoment(
  plain: () => Promise<Exchange>,
  odd: () => Promise<Exchange>,
): Promise<boolean> {
  for (let time = 0; time < AGAIN; time += 1)
    if (!succeeded(await plain()) || statusOf(await odd()) < 500) return true;
  return false;
}
