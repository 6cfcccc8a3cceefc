import { formsOf } from '../../../checks/descriptor-forms.ts';
import { UNKNOWN_MEMBER } from '../../../checks/unknown-members.ts';
import { memo } from '../../../suite/check.ts';
import type { Exchange } from '../../../suite/exchange.ts';
import { settled } from '../../../suite/work.ts';
import { INSERT } from '../answers.ts';
import type { Requests } from './requests.ts';
import type { Samples } from './samples.ts';

/** A data product that is shown twice, removed and shown again, next to another one. */
export function createProducts({ descriptor, undeployed, other }: Samples, { step }: Requests) {
  const removeNothing = step('delete', 'removal of a data product that was never inserted', {
    descriptor: undeployed,
  });
  const insert = step(INSERT, 'a deployed data product', { descriptor }, removeNothing);
  const insertOther = memo(async () => {
    await settled(insert);
    return other === undefined ? undefined : step(INSERT, 'another data product', { descriptor: other })();
  });
  const insertAgain = step(
    INSERT,
    'the same data product again, with an unknown field',
    { descriptor, ...UNKNOWN_MEMBER },
    insertOther,
  );
  const remove = step(
    'delete',
    'removal, with an unknown field',
    { descriptor, ...UNKNOWN_MEMBER },
    insertAgain,
  );
  const removeAgain = step('delete', 'the same removal again', { descriptor }, remove);
  const insertLater = step(INSERT, 'the data product after its removal', { descriptor }, removeAgain);
  return { removeNothing, insert, insertOther, insertAgain, remove, removeAgain, insertLater };
}

/** The same descriptor in another format: shown once more, and removed once more after all other requests. */
export function createForms(
  { descriptor }: Samples,
  { step }: Requests,
  insertLater: () => Promise<Exchange>,
) {
  const letters = {
    title: 'A descriptor with non-ASCII text is accepted',
    sample: { descriptor: `${descriptor.trimEnd()}\n# Größe 東京 🚚, and that's all\n` },
  };
  return Object.entries({ ...formsOf({ descriptor }), letters }).map(([of, { title, sample }]) => {
    const show = step(INSERT, `${title}: shown`, sample, insertLater);
    return { of, title, show, remove: step('delete', `${title}: removed`, sample, show) };
  });
}

/** Both data products, after all other requests, concurrently or one by one. */
export function createStanding(
  { descriptor, other, namesake }: Samples,
  { step }: Requests,
  after: readonly (() => Promise<unknown>)[],
) {
  const insertNow = async (which: 'first' | 'other', label: string): Promise<Exchange | undefined> => {
    for (const earlier of after) await settled(earlier);
    const text = which === 'first' ? descriptor : other;
    return text === undefined ? undefined : step(INSERT, label, { descriptor: text })();
  };
  // After a removal a data product may get another page: these two are not removed.
  const lastFirst = memo(() => insertNow('first', 'the data product, to stay'));
  const lastOther = memo(async () => {
    await settled(lastFirst);
    return insertNow('other', 'the other data product, to stay');
  });
  const lastNamesake = memo(async () => {
    await settled(lastOther);
    const label = 'a data product of the same name in another domain';
    return namesake === undefined ? undefined : step(INSERT, label, { descriptor: namesake })();
  });
  return { insertNow, lastFirst, lastOther, lastNamesake };
}
