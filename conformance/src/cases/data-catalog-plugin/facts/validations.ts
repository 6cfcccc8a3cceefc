import { asOthersWriteIt, UNATTENDED } from '../../../checks/other-hands.ts';
import { memo } from '../../../suite/check.ts';
import { bodyOf, type Exchange } from '../../../suite/exchange.ts';
import { at } from '../../../suite/json.ts';
import type { Run } from '../../../suite/run.ts';
import { settled } from '../../../suite/work.ts';
import type { Samples } from '../samples.ts';
import { type Requests, UNKNOWN_MEMBER } from './requests.ts';

/** References that are requested before a validation, which must not change them. */
interface Before {
  readonly unpublished: () => Promise<unknown>;
  readonly reference: () => Promise<unknown>;
}

/** Requests to both validations, which change nothing. */
export function createValidations({ session }: Run, samples: Samples, { work }: Requests, before: Before) {
  const send = (label: string, value: object): Promise<Exchange> =>
    session.call({ operation: 'validate', label, intent: 'valid', value });

  // Runs alone, as a baseline for other requests.
  const validation = work('asyncValidate', 'validation', samples.plain, [before.unpublished]);
  const validationHurried = work('asyncValidate', 'the same validation, polled continuously', samples.plain, [
    validation.end,
  ]);
  const validationUnattended = work(
    'asyncValidate',
    UNATTENDED,
    { ...samples.plain, descriptor: asOthersWriteIt(samples.plain.descriptor) },
    [validation.end, validationHurried.start],
  );
  const validate = memo(async () => {
    await settled(before.unpublished);
    return send('synchronous validation', samples.plain);
  });
  return {
    validation,
    validationResults: work(
      'asyncValidate',
      'validation with results and an unknown field',
      samples.results,
      [validation.end, () => settled(before.reference)],
      UNKNOWN_MEMBER,
    ),
    validationNotYaml: work('asyncValidate', 'validation of text that is not YAML', samples.notYaml, [
      validation.end,
    ]),
    validationHurried,
    validationUnattended,
    /** Another data product, and a mapping that describes none, in both validations. */
    neighbors: [
      ...(samples.other === undefined ? [] : [{ told: 'another data product', sample: samples.other }]),
      { told: 'an empty mapping', sample: samples.nothing },
    ].map(({ told, sample }) => ({
      atOnce: memo(() => send(`synchronous validation of ${told}`, sample)),
      asTask: work('asyncValidate', `validation of ${told}`, sample, [validation.end]),
    })),
    validate,
    validateResults: memo(async () => {
      await settled(before.reference);
      return send('synchronous validation with results', { ...samples.results, ...UNKNOWN_MEMBER });
    }),
    validateNotYaml: memo(() => send('synchronous validation of text that is not YAML', samples.notYaml)),
    /** True when one of the validations found no errors in the descriptor. */
    foundValid: memo(async () => {
      const [sync, async_] = await Promise.allSettled([validate(), validation.end()]);
      return (
        (sync.status === 'fulfilled' && at(bodyOf(sync.value), 'valid') === true) ||
        (async_.status === 'fulfilled' && at(async_.value.body, 'info', 'publicInfo', 'valid') === true)
      );
    }),
  };
}
