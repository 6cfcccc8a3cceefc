import { createValidations } from '../../../laws/validations.ts';
import type { Run } from '../../../suite/run.ts';
import type { Samples } from '../samples.ts';
import type { Requests } from './requests.ts';

/** Requests to both validations, also of a component that does not exist, and with an enriched descriptor. */
export function createAdapterValidations(run: Run, samples: Samples, { request, work }: Requests) {
  const { main, unknownComponent, enriched } = samples;
  const validations = createValidations(
    run,
    { work },
    {
      main: request(main),
      neighbors: Object.fromEntries(
        samples.neighbors.map((sample, index) => [`another component (${index + 1})`, request(sample)]),
      ),
    },
  );
  return {
    validations,
    validationEnriched: validations.pair('with an enriched descriptor', () =>
      request(main, { removeData: false, latestEnrichedDescriptor: enriched }),
    ),
    /** Absent if the descriptor names no component. */
    validationUnknown:
      unknownComponent === undefined
        ? undefined
        : validations.pair('of an unknown component', () => request(unknownComponent)),
  };
}
