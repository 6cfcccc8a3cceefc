import type { Exchange } from '../../suite/exchange.ts';
import type { Facts } from './facts.ts';

const ATTEMPTS = 4;
/** Before it is looked again, in milliseconds and more each time. */
const PAUSE = 200;

/** Looks until an answer tells what has happened: an index or a list may be late. The last answer where none does. */
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
