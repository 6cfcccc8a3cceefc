import { expectStart } from '../../checks/good-requests.ts';
import { ownedCheck } from '../../checks/owned.ts';
import type { Check } from '../../suite/check.ts';
import { bodyOf, statusOf } from '../../suite/exchange.ts';
import { at } from '../../suite/json.ts';
import { settled } from '../../suite/work.ts';
import { kindsOf, resultsOf } from '../evaluation/result.ts';
import { type Facts, OPERATION } from './facts.ts';

/** Checks of the two kinds of result. */
export function kindChecks(facts: Facts): Check[] {
  const { check, invent, settings } = facts.run;
  const declared = settings.ids?.['kind'];
  return [
    check('RE-01', {}, async (trial) => {
      const { exchange } = await facts.first();
      trial.saw(exchange);
      const digits = statusOf(exchange) === 400 ? await facts.underDigits() : undefined;
      if (digits !== undefined)
        return trial.wrongAnswer(
          'resourceId is rejected',
          '200, as for a numeric id: resourceId is any string',
          exchange,
          digits,
        );
      // An engine may not know any type of the built-in samples.
      if (statusOf(exchange) === 400) return facts.gate(OPERATION);
      expectStart(trial, exchange, 200);
      if (statusOf(exchange) !== 200 || kindsOf(exchange).length > 0) return;
      trial.wrongAnswer('neither verdict nor value', 'satisfiesPolicy or value', exchange);
    }),
    ownedCheck(facts.run, 'RE-02'),
    ownedCheck(facts.run, 'RE-03', {}, (exchange, trial) => {
      const value = at(bodyOf(exchange), 'value');
      // Not finite: JSON has no infinity, but parsers read 1e999 as infinity.
      if (typeof value !== 'number' || Number.isFinite(value)) return;
      trial.wrongAnswer('value is not finite', 'a finite number', exchange);
    }),
    check('RE-04', { operation: OPERATION, phase: 'last' }, async (trial) => {
      await settled(facts.ofAnotherType);
      const results = resultsOf(facts.run, OPERATION);
      const [usual = declared] =
        declared === undefined ? (results.map(kindsOf).find(({ length }) => length === 1) ?? []) : [declared];
      for (const exchange of results) {
        const kinds = kindsOf(exchange);
        if (kinds.length === 0) continue;
        trial.saw(exchange);
        if (kinds.length === 1 && kinds[0] === usual) continue;
        trial.wrongAnswer(
          'kinds are mixed',
          `the result of a ${String(usual)}, as declared or as before`,
          exchange,
        );
      }
    }),
    check('RE-09', { operation: OPERATION }, async (trial) => {
      const resourceType = invent('word');
      const exchange = await facts.evaluate(
        { ...(await facts.resource()), resourceType },
        'a resource of an unknown type',
      );
      trial.saw(exchange);
      if (statusOf(exchange) === 400 || at(bodyOf(exchange), 'satisfiesPolicy') === false) return;
      trial.wrongAnswer('unknown type is evaluated', '400: the engine has no rule for the type', exchange);
    }),
  ];
}
