import { asOthersWriteIt } from '../../../checks/descriptor-forms.ts';
import { memo } from '../../../suite/check.ts';
import type { Exchange } from '../../../suite/exchange.ts';
import { settled, type Work } from '../../../suite/work.ts';
import type { Sample } from '../samples.ts';
import { isDone, shownBy } from './outcomes.ts';
import type { Requests } from './requests.ts';

/** Work, and what of its request the adapter cannot do. */
export interface Returned {
  /** The one that counts. */
  readonly work: Work;
  /** The form of the descriptor, or that the data are removed as well. */
  readonly undone?: 'form' | 'data';
  /** What it answered to that, and to the same without it. */
  readonly answers?: readonly [odd: Exchange, plain: Exchange];
}

/**
 * What was stopped comes back, and goes with its data; both are asked for as others write descriptors. Only where one of
 * them fails more requests find out why.
 */
export function createReturning(
  component: Sample,
  after: () => Promise<unknown>,
  { deployment, removal }: Requests,
) {
  const form = { descriptor: asOthersWriteIt(component.descriptor) };
  const provision = (how: string, more: object): Work =>
    deployment(component, `provision what was stopped${how}`, more);
  const remove = (how: string, more: object): Work =>
    removal(component, `unprovision what was stopped before${how}`, more, []);
  const data = { removeData: true };

  const provisionStopped = memo(async (): Promise<Returned> => {
    await settled(after);
    const odd = provision(', as others write it', form);
    if (await isDone(odd)) return { work: odd };
    const work = provision('', {});
    if (!(await isDone(work))) return { work };
    return { work, undone: 'form', answers: [await shownBy(odd), await shownBy(work)] };
  });

  const unprovisionStoppedAgain = memo(async (): Promise<Returned> => {
    await settled(provisionStopped);
    const both = remove(', with its data, as others write it', { ...data, ...form });
    if (await isDone(both)) return { work: both };
    const whole = remove(', with its data', data);
    if (await isDone(whole))
      return { work: whole, undone: 'form', answers: [await shownBy(both), await shownBy(whole)] };
    const work = remove('', {});
    if (!(await isDone(work))) return { work };
    return { work, undone: 'data', answers: [await shownBy(whole), await shownBy(work)] };
  });
  return { provisionStopped, unprovisionStoppedAgain };
}
