import { sameEndCheck } from '../../checks/same-end.ts';
import { expectIgnored } from '../../checks/unknown-members.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import type { Facts } from './facts.ts';
import { isolationChecks } from './isolation.ts';

/** Checks that compare several requests. */
export function consistencyChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
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
    sameEndCheck(facts.run, 'TA-43', 'runReverseProvisioning'),
    check('TA-19', { of: 'validate', operation: 'validate' }, (trial) =>
      enrichedChangesNothing(trial, facts),
    ),
    check('X-17', { of: 'unprovision', operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      const [before, after] = [await facts.unprovisionNever.start(), await facts.unprovisionStopped.start()];
      expectIgnored(trial, before, after);
    }),
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
  const plain = await facts.validations.usual.atOnce();
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
