import { ownedCheck } from '../../checks/owned.ts';
import { queryOf } from '../../laws/paging.ts';
import type { Check } from '../../suite/check.ts';
import { type Exchange, statusOf } from '../../suite/exchange.ts';
import type { Run } from '../../suite/run.ts';
import { expectNoRepeat, sentTo } from './requests.ts';

const POLICY = 'pushPolicyEvaluationResults';
const METRIC = 'pushMetricEvaluationResults';

/** Checks of results for passive policies and metrics. */
export function pushChecks(run: Run): Check[] {
  const { check } = run;
  const last = { phase: 'last' } as const;
  const pushes = (): Exchange[] => sentTo(run, POLICY, METRIC);
  return [
    check('GP-01', last, (trial) => {
      for (const exchange of pushes()) {
        trial.saw(exchange);
        if ((queryOf(exchange).get('environment') ?? '') !== '') continue;
        trial.violated(
          {
            symptom: 'results without an environment',
            expected: 'the query parameter environment',
            actual: exchange.sent.path,
          },
          exchange,
        );
      }
    }),
    ownedCheck(run, 'GP-02', {}, undefined, 'sent'),
    check('GP-03', last, (trial) => {
      const all = pushes();
      for (const exchange of all) {
        if (statusOf(exchange) !== 422) continue;
        trial.saw(exchange);
        expectNoRepeat(trial, exchange, all, 'results sent again after a 422');
      }
    }),
    ownedCheck(run, 'GP-04', {}, undefined, 'sent'),
  ];
}
