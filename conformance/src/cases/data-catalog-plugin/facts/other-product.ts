import { memo, NotApplicable } from '../../../suite/check.ts';
import { type Exchange, succeeded } from '../../../suite/exchange.ts';
import { memoAfter, settled, type Work } from '../../../suite/work.ts';
import { readContents, type Sample, withoutLast } from '../samples.ts';
import type { Requests } from './requests.ts';

const NO_OTHER = 'there is only one data product';

/** A second data product: published next to the first one, kept when that is removed, reduced, removed. */
export function createOtherProduct(requests: Requests, other: Sample | undefined, removeMain: Work) {
  const { ask, askPublished, publication } = requests;
  const [port] = other === undefined ? [] : readContents(other).outputPorts;
  // At the same time as the first one, so that the two could interfere.
  const publishOther =
    other === undefined ? undefined : publication('publication of another data product', other);
  const referenceOther = memo(async () => {
    if (publishOther === undefined) throw new NotApplicable(NO_OTHER);
    await publishOther.end();
    const label = 'reference of a component of another data product';
    return askPublished(port, publishOther, await ask(port, label), `${label}, a little later`);
  });
  // A removal of the first one can only affect what already exists.
  const referenceKept = memoAfter([referenceOther], async () => {
    await removeMain.end();
    if (!succeeded(await referenceOther())) throw new NotApplicable(NO_OTHER);
    return ask(port, 'reference of a component, after another data product was removed');
  });
  return {
    publishOther,
    referenceOther,
    referenceKept,
    ...createDecline(requests, other, referenceKept, port),
  };
}

/** The other data product loses its last component, and is then removed. */
function createDecline(
  { ask, askRemoved, publication, removal }: Requests,
  other: Sample | undefined,
  kept: () => Promise<Exchange>,
  port: string | undefined,
) {
  const smaller = other === undefined ? undefined : withoutLast(other);
  const publishSmaller =
    other === undefined || smaller === undefined
      ? undefined
      : publication('publication of another data product without its last component', smaller.sample, {
          after: [kept],
        });
  const removeOther =
    other === undefined
      ? undefined
      : removal('removal of another data product', other, {
          after: [kept, () => settled(referenceDropped), () => settled(referenceLeft)],
        });
  const referenceDropped = memo(async (): Promise<Exchange> => {
    if (smaller === undefined || publishSmaller === undefined) throw new NotApplicable(NO_OTHER);
    const { state } = await publishSmaller.end();
    if (state !== 'COMPLETED') throw new NotApplicable('the smaller data product was not published');
    return askRemoved(smaller.last, 'reference of a component that was removed from its data product');
  });
  /** The requested component is not the last one. */
  const referenceLeft = memo(async (): Promise<Exchange> => {
    if (smaller === undefined || smaller.last === port) throw new NotApplicable(NO_OTHER);
    await settled(referenceDropped);
    return ask(port, 'reference of a component after another was removed from its data product');
  });
  return {
    removeOther,
    referenceLeft,
    referenceDropped,
    referenceOtherRemoved: memo(async () => {
      if (smaller === undefined || removeOther === undefined) throw new NotApplicable(NO_OTHER);
      const { state } = await removeOther.end();
      if (state !== 'COMPLETED') throw new NotApplicable('the removal did not succeed');
      return askRemoved(smaller.last, 'the same, after the data product was removed');
    }),
  };
}
