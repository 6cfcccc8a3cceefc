import { givenInvalidChecks } from '../../checks/given-invalid.ts';
import { expectWork } from '../../checks/good-requests.ts';
import { type Check, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange } from '../../suite/exchange.ts';
import { at, listOf } from '../../suite/json.ts';
import type { Facts } from './facts.ts';

/** Checks of the configured descriptors besides the main one. */
export function givenSampleChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    ...givenInvalidChecks(
      facts.run,
      'TA-06',
      facts.samples.invalid.map((sample) => facts.request(sample)),
    ),
    ...facts.provisionOthers.map((work, index) => {
      const number = index + FIRST_OF_THEM;
      const scope = {
        of: `other-${number}`,
        title: `The other sample (${number}) can be provisioned`,
        operation: 'provision',
      };
      return check('TA-12', scope, (trial) => expectWork(trial, work));
    }),
    check('TA-40', {}, async (trial) => {
      if (facts.provisionForbidden.length === 0)
        throw new NotApplicable(
          'the suite does not know a resource that the adapter may not deploy: pass --sample forbidden=FILE',
        );
      await facts.gate('provision');
      for (const work of facts.provisionForbidden) {
        const { kind, exchange } = await work.start();
        if (kind === 'broken') throw new NotTestable(`provision returned ${describeAnswer(exchange)}`);
        expectForbidden(trial, kind === 'refused' ? exchange : (await work.end()).exchange);
      }
    }),
  ];
}

/** The scenarios that need more than one descriptor use the first two. */
const FIRST_OF_THEM = 3;

const FORBIDDEN =
  /not (authori[sz]ed|allowed|permitted)|unauthori[sz]ed|forbidden|permission|access (is |was )?denied|may not|privileges/i;

/** Refused immediately or failed, with the reason in words: the user can then request the permission. */
function expectForbidden(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  const body = bodyOf(exchange);
  const failed = at(body, 'status') === undefined || at(body, 'status') === 'FAILED';
  const said = [
    ...listOf(at(body, 'errors')),
    ...listOf(at(body, 'moreInfo', 'problems')),
    ...listOf(at(body, 'logs')).map((log) => at(log, 'message')),
    at(body, 'result'),
    at(body, 'userMessage'),
  ].some((text) => typeof text === 'string' && FORBIDDEN.test(text));
  if (failed && said) return;
  trial.wrongAnswer(
    failed ? 'error does not mention the permission' : 'deployed without permission',
    '400, or a FAILED task, that says in English that the adapter is not authorized',
    exchange,
  );
}
