import type { Exchange } from '../../suite/exchange.ts';
import type { Facts } from './facts.ts';

const ATTEMPTS = 4;
/** Delay before the next read, in milliseconds; it grows with each read. */
const PAUSE = 200;

/** Reads until an answer shows the change: an index or a list may be late. Returns the last answer if none does. */
export async function lookAgain(
  { run }: Facts,
  look: () => Promise<Exchange>,
  isTold: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  let exchange = await look();
  for (let attempt = 1; attempt < ATTEMPTS && !isTold(exchange); attempt += 1) {
    await run.session.pause(PAUSE * attempt);
    exchange = await look();
  }
  return exchange;
}
