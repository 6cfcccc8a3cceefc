import { asOthersWriteIt, inBothForms, type Read } from '../../../checks/other-hands.ts';
import { isDone, shownBy } from '../../../checks/outcomes.ts';
import { memo } from '../../../suite/check.ts';
import type { Exchange } from '../../../suite/exchange.ts';
import { settled, type Work } from '../../../suite/work.ts';
import type { Sample } from '../samples.ts';
import type { Requests } from './requests.ts';

/** A removal, and the answers if its data could not be removed with it, and if it was kept. */
export interface Removed extends Read {
  readonly kept?: readonly [whole: Exchange, plain: Exchange];
}

/**
 * A stopped component is provisioned again, and removed with its data; both requests use an unusual descriptor format.
 * Only if one of them fails, further requests find out why.
 */
export function createReturning(
  component: Sample,
  after: () => Promise<unknown>,
  { deployment, removal }: Requests,
) {
  const form = { descriptor: asOthersWriteIt(component.descriptor) };
  const provisionStopped = inBothForms(
    deployment(component, 'provision what was stopped, as others write it', form, [after]),
    deployment(component, 'provision what was stopped', {}),
  );
  const remove = (how: string, more: object): Work =>
    removal(component, `unprovision what was stopped before${how}`, more, []);
  const data = { removeData: true };
  const removed = memo(async (): Promise<Removed> => {
    await settled(provisionStopped.read);
    const both = inBothForms(
      remove(', with its data, as others write it', { ...data, ...form }),
      remove(', with its data', data),
    );
    const read = await both.read();
    if (await isDone(read.work)) return read;
    const work = remove('', {});
    if (!(await isDone(work))) return { work };
    return { work, kept: [await shownBy(read.work), await shownBy(work)] };
  });
  return { provisionStopped, unprovisionStoppedAgain: { read: removed } };
}
