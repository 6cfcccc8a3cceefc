import type { Check } from '../../suite/check.ts';
import { type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import type { Run } from '../../suite/run.ts';
import { expectNoRepeat, sentTo } from './requests.ts';

const POLICY = 'pushPolicyEvaluationResults';
const METRIC = 'pushMetricEvaluationResults';

/** Results that are pushed for passive policies and metrics. */
export function pushChecks(run: Run): Check[] {
  const { check } = run;
  const last = { phase: 'last' } as const;
  const pushes = (): Exchange[] => sentTo(run, POLICY, METRIC);
  const items = (): { exchange: Exchange; item: unknown; index: number }[] =>
    pushes().flatMap((exchange) =>
      listOf(exchange.sent.value).map((item, index) => ({ exchange, item, index })),
    );
  return [
    check('GP-01', last, (trial) => {
      for (const exchange of pushes()) {
        trial.saw(exchange);
        const query = new URLSearchParams(exchange.sent.path.split('?', 2)[1] ?? '');
        if ((query.get('environment') ?? '') !== '') continue;
        trial.violated(
          {
            symptom: 'results without environment',
            expected: 'the query parameter environment',
            actual: exchange.sent.path,
          },
          exchange,
        );
      }
    }),
    check('GP-02', last, (trial) => {
      for (const { exchange, item, index } of items()) {
        trial.saw(exchange);
        const result = at(item, 'result');
        const isPolicy = exchange.operation === POLICY;
        const told = isPolicy ? at(result, 'satisfiesPolicy') : at(result, 'value');
        const fits = isPolicy ? typeof told === 'boolean' : Number.isFinite(told);
        const errors = at(result, 'errors');
        const listed =
          errors === undefined ||
          errors === null ||
          (Array.isArray(errors) && errors.every((one) => typeof one === 'string'));
        if (fits && listed) continue;
        trial.violated(
          {
            symptom: fits ? 'errors are no list of texts' : isPolicy ? 'no satisfiesPolicy' : 'no value',
            expected: `${isPolicy ? 'satisfiesPolicy, true or false' : 'value, a number'}; errors, a list of texts`,
            actual: brief(result),
            difference: `/${index}/result`,
          },
          exchange,
        );
      }
    }),
    check('GP-03', last, (trial) => {
      const all = pushes();
      for (const exchange of all) {
        if (statusOf(exchange) !== 422) continue;
        trial.saw(exchange);
        expectNoRepeat(trial, exchange, all, 'results sent again after 422');
      }
    }),
    check('GP-04', last, (trial) => {
      for (const { exchange, item, index } of items()) {
        trial.saw(exchange);
        const missing = ['id', 'displayName', 'descriptor'].filter(
          (name) => typeof at(item, 'resource', name) !== 'string',
        );
        if (missing.length === 0) continue;
        trial.violated(
          {
            symptom: `resource without ${missing.join(', ')}`,
            expected: 'id, displayName and descriptor',
            actual: brief(at(item, 'resource')),
            difference: `/${index}/resource`,
          },
          exchange,
        );
      }
    }),
  ];
}
