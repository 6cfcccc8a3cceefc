import { asOthersWriteIt, UNATTENDED } from '../../../checks/other-hands.ts';
import { memo, NotApplicable } from '../../../suite/check.ts';
import { bodyOf } from '../../../suite/exchange.ts';
import { at } from '../../../suite/json.ts';
import { settled, type Work } from '../../../suite/work.ts';
import type { Sample, Samples } from '../samples.ts';
import type { After, Requests } from './requests.ts';

/** Requests to both validations, which change nothing. */
export function createValidations(samples: Samples, { request, work, send }: Requests) {
  // Runs alone, as a baseline for other requests.
  const validation = work('asyncValidate', 'validation', () => request(samples.main));
  const afterwards = (label: string, value: () => object, after: After = []): Work =>
    work('asyncValidate', label, value, [validation.end, ...after]);
  const validationHurried = afterwards('the same validation, polled continuously', () =>
    request(samples.main),
  );
  const { main } = samples;
  const validationUnattended = afterwards(
    UNATTENDED,
    () => request({ ...main, descriptor: asOthersWriteIt(main.descriptor) }),
    [validationHurried.start],
  );
  const validate = send('validate', 'synchronous validation', () => request(samples.main));
  const validateUnknown = send('validate', 'synchronous validation of an unknown component', () =>
    request(need(samples.unknownComponent)),
  );

  const validateUnknownAgain = send('validate', 'the same again', () =>
    request(need(samples.unknownComponent)),
  );
  const unknownAtOnce = memo(async () => {
    await settled(validate);
    return validateUnknown();
  });

  return {
    validation,
    /** The other components in both validations. */
    neighbors: samples.neighbors.map((sample, index) => ({
      atOnce: send('validate', `synchronous validation of another component (${index + 1})`, () =>
        request(sample),
      ),
      asTask: afterwards(`validation of another component (${index + 1})`, () => request(sample)),
    })),
    validationEnriched: afterwards('validation with an enriched descriptor', () =>
      request(samples.main, { removeData: false, latestEnrichedDescriptor: samples.enriched }),
    ),
    validationUnknown: afterwards('validation of an unknown component', () =>
      request(need(samples.unknownComponent)),
    ),
    validationNotYaml: afterwards('validation of text that is not YAML', () => request(samples.notYaml)),
    validateNotYaml: send('validate', 'synchronous validation of text that is not YAML', () =>
      request(samples.notYaml),
    ),
    validationHurried,
    validationUnattended,
    validate,
    validateUnknown: unknownAtOnce,
    validateUnknownAgain: memo(async () => {
      await settled(unknownAtOnce);
      return validateUnknownAgain();
    }),
    /** True when one of the validations found no errors in the main descriptor. */
    foundValid: memo(async () => {
      const [sync, async_] = await Promise.allSettled([validate(), validation.end()]);
      const bySync = sync.status === 'fulfilled' && at(bodyOf(sync.value), 'valid') === true;
      return (
        bySync ||
        (async_.status === 'fulfilled' && at(async_.value.body, 'info', 'publicInfo', 'valid') === true)
      );
    }),
  };
}

function need(sample: Sample | undefined): Sample {
  if (sample === undefined) throw new NotApplicable('the descriptor names no component');
  return sample;
}
