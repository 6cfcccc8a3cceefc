import { expectStart } from '../../checks/good-requests.ts';
import { expectVerdict } from '../../checks/verdicts.ts';
import { validationChecks } from '../../laws/validations.ts';
import type { Check } from '../../suite/check.ts';
import type { Facts } from './facts.ts';
import { withoutComponents } from './samples.ts';

export function pluginValidationChecks({ run, samples, validations, validationResults }: Facts): Check[] {
  const notYaml = validations.pair('of text that is not YAML', () => samples.notYaml);
  const title = (path: string) => `POST ${path} accepts a data product`;
  return [
    ...validationChecks(
      run,
      validations,
      {
        starts: ['DC-01', { of: 'start' }],
        accepts: ['DC-02', { of: 'validate', title: title('v1/validate') }],
        verdict: ['DC-01', { of: 'verdict', operation: 'asyncValidate' }],
        reasons: ['DC-01', { of: 'reasons' }],
        noReasons: ['DC-13', {}],
        broken: 'DC-14',
        forms: 'DC-31',
        agree: 'DC-15',
      },
      {
        forms: withoutComponents(samples.plain),
        pairs: [validationResults, notYaml],
        // A validation with findings has done its work. Text that is not YAML may end it.
        mustComplete: (pair) => pair !== notYaml,
        apart: { wrong: notYaml, beside: validationResults },
      },
    ),
    run.check(
      'DC-03',
      { of: 'validate', title: `${title('v1/validate')} with results`, operation: 'validate' },
      async (trial) => expectVerdict(trial, await validationResults.atOnce()),
    ),
    run.check(
      'DC-03',
      { of: 'asyncValidate', title: `${title('v2/validate')} with results`, operation: 'asyncValidate' },
      async (trial) => {
        const { exchange } = await validationResults.asTask.start();
        expectStart(trial, exchange, 202);
      },
    ),
  ];
}
