import { isDone, shownBy } from '../../checks/outcomes.ts';
import { memo } from '../../suite/check.ts';
import type { Exchange } from '../../suite/exchange.ts';
import { settled, type Work } from '../../suite/work.ts';

/** How all access was revoked, and what the request for it had to omit. */
export interface Revocation {
  /** The request that succeeded, or the last one that did not. */
  readonly work: Work;
  /**
   * What the adapter refuses, or fails on: empty free fields, unknown members, no message, this kind of component, the
   * list.
   */
  readonly refused?: 'fields' | 'members' | 'message' | 'component' | 'list';
  /** The answer that shows it. */
  readonly refusal?: Exchange;
}

interface Setting {
  /** The component of the run, as JSON text. */
  readonly first: string;
  /** Another component, if there is one. */
  readonly apart: string | undefined;
  readonly after: () => Promise<unknown>;
  /** Settles when access to the first one was granted. */
  readonly granted: () => Promise<unknown>;
  /** @param odd unknown members in the request and in its objects. */
  readonly revoke: (label: string, json: string, more: object, odd?: object) => Work;
}

const UNKNOWN = { notInTheContract: { any: 'thing' } };

/**
 * One request combines four variations: an empty list, no free fields, no message, and unknown members. Only if it is
 * refused, further requests find out which of them was the reason.
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
      // Not every kind of component has access control.
      if (isFirstDone) return { work: own, refused: 'component', refusal };
    }
    return { work: plain, refused: 'list', refusal: await shownBy(plain) };
  });
}
