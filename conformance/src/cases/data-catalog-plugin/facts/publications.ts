import { asOthersWriteIt } from '../../../checks/other-hands.ts';
import { UNKNOWN_MEMBER } from '../../../checks/unknown-members.ts';
import { bisect } from '../../../suite/bisect.ts';
import type { After } from '../../../suite/work.ts';
import type { Samples } from '../samples.ts';
import type { Requests } from './requests.ts';

/** References that are requested between the steps. */
interface Between {
  readonly unpublished: After;
  readonly validated: After;
  readonly published: After;
  readonly removed: After;
  readonly publishedAgain: After;
}

/**
 * The life cycle of the main data product: removed before it exists, published twice, removed twice, published once
 * more.
 */
export function createPublications(
  { plain, results }: Samples,
  { publication, removal }: Requests,
  between: Between,
) {
  const removeNothing = removal('removal of a data product that was never published', plain);
  const publishPlain = publication('publication', plain, {
    after: [removeNothing.end, ...between.unpublished],
  });
  const publishResults = publication('publication with results', results, {
    after: [publishPlain.end, ...between.validated],
    more: UNKNOWN_MEMBER,
  });
  const removeMain = removal('removal', results, { after: between.published, more: UNKNOWN_MEMBER });
  const variations = { form: { descriptor: asOthersWriteIt(results.descriptor) } };
  const removeAgain = removal('the same removal again', results, {
    after: [removeMain.end, ...between.removed],
  });
  const publishRemoved = bisect({
    send: (label, more) => publication(label, { ...results, ...more }),
    label: 'publication of a removed data product',
    variations,
    after: [removeAgain.end],
  });
  return {
    removeNothing,
    publishPlain,
    publishResults,
    publishAgain: publication('the same publication again', results, { after: [publishResults.end] }),
    removeMain,
    removeAgain,
    publishRemoved,
    removeRemoved: bisect({
      send: (label, more) => removal(label, { ...results, ...more }),
      label: 'removal of a data product that was published again',
      variations,
      after: [publishRemoved.read, ...between.publishedAgain],
    }),
  };
}
