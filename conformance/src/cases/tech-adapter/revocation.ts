import { isDone, shownBy } from '../../checks/outcomes.ts';
import { memo } from '../../suite/check.ts';
import type { Exchange } from '../../suite/exchange.ts';
import { settled, type Work } from '../../suite/work.ts';

/** How all access was taken away, and what had to be left out of the request for it. */
export interface Revocation {
  /** The request that was carried out, or the last one that was not. */
  readonly work: Work;
  /** What the adapter refuses, or fails on: free fields without a field, members that nobody knows, no message, this kind of component, the list. */
  readonly refused?: 'fields' | 'members' | 'message' | 'component' | 'list';
  /** The answer that shows it. */
  readonly refusal?: Exchange;
}

interface Setting {
  /** The component of the run, as JSON text. */
  readonly first: string;
  /** Another component of its own, where there is one. */
  readonly apart: string | undefined;
  readonly after: () => Promise<unknown>;
  /** Ends when access was given to the first one. */
  readonly granted: () => Promise<unknown>;
  /** @param odd stands in the request and in what it holds. */
  readonly revoke: (label: string, json: string, more: object, odd?: object) => Work;
}

const UNKNOWN = { notInTheContract: { any: 'thing' } };

/**
 * One request asks four things at once: that the list may be empty, the free fields and the message too, and that
 * unknown members are ignored. Only where it is refused more requests find out which of them it was.
 */
export function createRevocation(setting: Setting): () => Promise<Revocation> {
  const { first, apart, after, granted, revoke } = setting;
  const json = apart ?? first;
  const ask = async (label: string, of: string, more: object, odd?: object): Promise<[boolean, Work]> => {
    const work = revoke(label, of, more, odd);
    return [await isDone(work), work];
  };
  return memo(async () => {
    await settled(after);
    const fields = { accessControlFields: {} };
    const noMessage = { provisionInfo: { request: json, result: '' } };
    const unknown = { ...fields, provisionInfo: { ...noMessage.provisionInfo, ...UNKNOWN } };
    const [isAllDone, work] = await ask('take all access away', json, unknown, UNKNOWN);
    if (isAllDone) return { work };
    const refusal = await shownBy(work);
    const [isPlainDone, plain] = await ask('take all access away, and nothing more', json, {});
    if (isPlainDone) {
      const [areFieldsDone, empty] = await ask('take all access away, with no field', json, fields);
      if (!areFieldsDone) return { work: plain, refused: 'fields', refusal: await shownBy(empty) };
      const [isMessageDone, silent] = await ask('take all access away, with no message', json, noMessage);
      return isMessageDone
        ? { work: plain, refused: 'members', refusal }
        : { work: plain, refused: 'message', refusal: await shownBy(silent) };
    }
    if (apart !== undefined) {
      await settled(granted);
      const [isFirstDone, own] = await ask('take all access away from the first component', first, {});
      // Not every kind of component has access that could be set.
      if (isFirstDone) return { work: own, refused: 'component', refusal };
    }
    return { work: plain, refused: 'list', refusal: await shownBy(plain) };
  });
}
