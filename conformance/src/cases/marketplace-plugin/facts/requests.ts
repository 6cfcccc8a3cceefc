import { nameIn } from '../../../suite/clean-up.ts';
import { type Exchange, succeeded } from '../../../suite/exchange.ts';
import { at } from '../../../suite/json.ts';
import type { Run } from '../../../suite/run.ts';
import { memoAfter, settled } from '../../../suite/work.ts';
import { INSERT } from '../answers.ts';
import { BELOW_ZERO, LARGE, type Samples } from './samples.ts';

export type Requests = ReturnType<typeof createRequests>;

/** Requests to the plugin, and what the cleanup must undo. */
export function createRequests({ session }: Run, samples: Samples) {
  const { access } = samples;
  /** The displayed data products of the run: the descriptor of each, by its id. */
  const shown = new Map<string, string>();
  let granted = false;

  const send = async (operation: string, label: string, value: object): Promise<Exchange> => {
    const exchange = await session.call({ operation, label, intent: 'valid', value });
    const sent = at(value, 'descriptor');
    if (!succeeded(exchange) || typeof sent !== 'string') return exchange;
    const id = nameIn({ descriptor: sent });
    if (operation === INSERT) shown.set(id, sent);
    if (operation === 'delete') shown.delete(id);
    return exchange;
  };
  /** One request, sent once, after others have ended. */
  const step = (
    operation: string,
    label: string,
    value: object,
    ...after: readonly (() => Promise<unknown>)[]
  ): (() => Promise<Exchange>) =>
    memoAfter(after, async () => {
      const exchange = await send(operation, label, value);
      if (operation === 'updateAcl' && succeeded(exchange)) granted = true;
      return exchange;
    });
  return {
    send,
    step,
    /**
     * Removes the data products that this run has published, and the access that it granted. Returns the names of what is
     * left.
     */
    async cleanUp(): Promise<readonly string[]> {
      for (const one of shown.values()) await settled(() => send('delete', 'clean up', { descriptor: one }));
      const left = [...shown.keys()];
      if (!granted) return left;
      for (const port of [{}, { outputPortId: LARGE }, { outputPortId: BELOW_ZERO }])
        await settled(() => send('updateAcl', 'clean up', { ...access, ...port, refs: [] }));
      return left;
    },
  };
}
