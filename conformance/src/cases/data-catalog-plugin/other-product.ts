import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { succeeded } from '../../suite/exchange.ts';
import { canonical } from '../../suite/json.ts';
import type { Facts } from './facts.ts';
import { publications } from './information.ts';
import { readContents } from './samples.ts';

/** The life cycle of a second data product: it is found, reduced, and removed. */
export function otherProductChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const operation = 'getEntityReference';
  return [
    check(
      'DC-28',
      { of: 'other', title: 'A component of another published data product is found', operation },
      async (trial) => {
        const [main, other] = [await facts.reference(), await facts.referenceOther()];
        const ended = await facts.publishOther?.end();
        if (!succeeded(main) || ended?.state !== 'COMPLETED') return;
        trial.saw(main, other);
        if (succeeded(other)) return;
        trial.wrongAnswer(
          'a data product is not found',
          '200 with a reference: this data product is published, too',
          other,
          main,
        );
      },
    ),
    check(
      'DC-30',
      {
        of: 'other',
        title: 'A data product is removed, with and without results in its descriptor',
        operation,
      },
      async (trial) => {
        const [gone] = await facts.referencesRemoved();
        const kept = await facts.referenceOtherRemoved();
        trial.saw(gone, kept);
        if (succeeded(gone) || !succeeded(kept)) return;
        trial.wrongAnswer(
          'removed with results only',
          'as for the data product that was removed before, which is no longer found',
          kept,
          gone,
        );
      },
    ),
    check(
      'A-14',
      { of: 'named', title: 'A publication names no other data product', operation: 'provision' },
      (trial) => speaksOfItsOwn(trial, facts),
    ),
    check('DC-32', { operation }, async (trial) => {
      const [dropped, removed] = [await facts.referenceDropped(), await facts.referenceOtherRemoved()];
      trial.saw(dropped, removed);
      // Some catalogs delete nothing: then the publication does not keep it.
      if (!succeeded(dropped) || succeeded(removed)) return;
      trial.wrongAnswer(
        'found after it was removed from its data product',
        '400: the data product was published again without this component',
        dropped,
        removed,
      );
    }),
  ];
}

/** The answer to a publication contains no names that only the other data product has. */
async function speaksOfItsOwn(trial: Trial, facts: Facts): Promise<void> {
  const { plain, other } = facts.samples;
  if (other === undefined) throw new NotApplicable('there is only one data product');
  for (const { ended, sample } of await publications(facts)) {
    trial.saw(ended.exchange);
    const { id: product, components } = readContents(sample === other ? plain : other);
    const told = canonical(ended.body);
    const id = [product, ...components].find(
      (one) => one !== undefined && !sample.descriptor.includes(one) && told.includes(one),
    );
    if (id === undefined) continue;
    trial.wrongAnswer(
      'outcomes are mixed up',
      `nothing about ${id}, which is from another request`,
      ended.exchange,
    );
  }
}
