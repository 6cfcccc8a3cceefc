import { memo } from '../../../suite/check.ts';
import { type Exchange, succeeded } from '../../../suite/exchange.ts';
import { at } from '../../../suite/json.ts';
import { leftUndone } from '../../../suite/read-only.ts';
import type { Run } from '../../../suite/run.ts';
import { settled } from '../../../suite/work.ts';
import { INSERT } from '../answers.ts';
import { BELOW_ZERO, LARGE, type Samples } from './samples.ts';

export type Requests = ReturnType<typeof createRequests>;

/** Requests to the plugin, and what the cleanup must undo. */
export function createRequests({ session, settings }: Run, samples: Samples) {
  const { descriptor, other, namesake, access } = samples;
  /** The displayed data products of the run. */
  const shown = new Set<unknown>();
  let granted = false;

  const send = (operation: string, label: string, value: object): Promise<Exchange> => {
    if (settings.readOnly) throw leftUndone(session);
    return session.call({ operation, label, intent: 'valid', value });
  };
  /** One request, sent once, after others have ended. */
  const step = (
    operation: string,
    label: string,
    value: object,
    ...after: readonly (() => Promise<unknown>)[]
  ): (() => Promise<Exchange>) =>
    memo(async () => {
      for (const earlier of after) await settled(earlier);
      const exchange = await send(operation, label, value);
      if (operation === INSERT && succeeded(exchange)) shown.add(at(value, 'descriptor'));
      if (operation === 'updateAcl' && succeeded(exchange)) granted = true;
      return exchange;
    });
  return {
    send,
    step,
    /** Removes the data products that this run has published, and the access that it granted. */
    async cleanUp(): Promise<void> {
      const left = [descriptor, other, namesake].filter((one) => shown.has(one));
      for (const one of left) await settled(() => send('delete', 'clean up', { descriptor: one }));
      if (!granted) return;
      for (const port of [{}, { outputPortId: LARGE }, { outputPortId: BELOW_ZERO }])
        await settled(() => send('updateAcl', 'clean up', { ...access, ...port, refs: [] }));
    },
  };
}
