import { outcomesApartCheck } from '../../checks/outcomes-apart.ts';
import { progressChecks } from '../../checks/progress.ts';
import { sameEndCheck } from '../../checks/same-end.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import { isTaken } from '../../suite/work.ts';
import type { Facts } from './facts.ts';
import { isolationChecks } from './isolation.ts';

/** Checks that compare several requests. */
export function consistencyChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    ...(facts.samples.unknownComponent === undefined
      ? []
      : [
          outcomesApartCheck(facts.run, {
            alone: facts.validation,
            wrong: facts.validationUnknown,
            beside: facts.validationEnriched,
            wrongAtOnce: facts.validateUnknown,
          }),
        ]),
    check(
      'A-14',
      {
        of: 'words',
        title: 'A response contains nothing from another request',
        phase: 'last',
      },
      (trial) => wordsStandApart(trial, facts),
    ),
    ...isolationChecks(facts),
    ...progressChecks(facts.run, facts.validation, facts.validationHurried, facts.validationUnattended),
    sameEndCheck(facts.run, 'TA-43', 'runReverseProvisioning'),
    check('TA-19', { of: 'validate', operation: 'validate' }, (trial) =>
      enrichedChangesNothing(trial, facts),
    ),
    ...unknownMemberChecks(facts),
  ];
}

function wordsStandApart(trial: Trial, { run: { session, tasks }, samples }: Facts): void {
  const starts = new Map(tasks.all.map(({ token, start }) => [token, start]));
  for (const exchange of session.journal) {
    const { sent, received } = exchange;
    if (received === undefined) continue;
    const named = samples.onceNamed.filter((id) => received.text.includes(id));
    const asked = [sent.path, sent.text, starts.get(sent.token ?? '')?.sent.text];
    const heard = named.find((id) => !asked.some((one) => one?.includes(id)));
    trial.saw(exchange);
    if (heard === undefined) continue;
    trial.violated(
      {
        symptom: 'text of another request',
        expected: 'findings about this request only',
        actual: `${brief(heard)}, which is from another request`,
      },
      exchange,
    );
  }
}

async function enrichedChangesNothing(trial: Trial, facts: Facts): Promise<void> {
  const plain = await facts.validate();
  const latestEnrichedDescriptor = facts.samples.enriched;
  const enriched = await facts.run.session.call({
    operation: 'validate',
    label: 'synchronous validation with an enriched descriptor',
    intent: 'valid',
    value: facts.request(facts.samples.main, { removeData: false, latestEnrichedDescriptor }),
  });
  trial.saw(plain, enriched);
  if (at(bodyOf(plain), 'valid') === at(bodyOf(enriched), 'valid')) return;
  trial.wrongAnswer(
    'enriched descriptor changes validate',
    `as without it: ${describeAnswer(plain)}`,
    enriched,
    plain,
  );
}

/** An unknown member changes nothing. */
function unknownMemberChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  const ask = (operation: string, label: string, notInTheContract: unknown): Promise<Exchange> =>
    session.call({
      operation,
      label,
      intent: 'valid',
      value: facts.request(facts.samples.main, { removeData: false, notInTheContract }),
      patient: true,
    });
  return [
    check('X-17', { of: 'unprovision', operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      const [before, after] = [await facts.unprovisionNever.start(), await facts.unprovisionStopped.start()];
      if (isTaken(before)) expectIgnored(trial, after.exchange, isTaken(after));
    }),
    check('X-17', { of: 'asyncValidate', operation: 'asyncValidate' }, async (trial) => {
      await facts.validation.end();
      const exchange = await ask('asyncValidate', 'validation with an unknown field', ['thing']);
      expectIgnored(trial, exchange, statusOf(exchange) === 202);
    }),
    check('X-17', { of: 'validate', operation: 'validate' }, async (trial) => {
      const label = 'synchronous validation with an unknown field';
      const exchange = await ask('validate', label, { any: 'thing' });
      expectIgnored(trial, exchange, statusOf(exchange) === 200);
    }),
  ];
}

function expectIgnored(trial: Trial, exchange: Exchange, isIgnored: boolean): void {
  trial.saw(exchange);
  if (isIgnored) return;
  trial.violated({ ...UNKNOWN_REFUSED, actual: describeAnswer(exchange) }, exchange);
}
