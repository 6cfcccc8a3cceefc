import { attentionCheck, hurryCheck } from '../../checks/attention.ts';
import { sameEndCheck } from '../../checks/same-end.ts';
import { solitudeCheck } from '../../checks/solitude.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import type { Ended } from '../../suite/tasks.ts';
import { isTaken } from '../../suite/work.ts';
import type { Facts } from './facts.ts';
import { isolationChecks } from './isolation.ts';

/** Checks that compare several requests. */
export function consistencyChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('A-14', { operation: 'asyncValidate' }, (trial) => outcomesStandApart(trial, facts)),
    check(
      'A-14',
      {
        of: 'words',
        title: 'An answer speaks of nothing that only another request has named',
        phase: 'last',
      },
      (trial) => wordsStandApart(trial, facts),
    ),
    ...isolationChecks(facts),
    attentionCheck(facts.run, facts.validation, facts.validationUnattended, facts.validationLater),
    hurryCheck(facts.run, facts.validation, facts.validationHurried, facts.validationUnattended),
    solitudeCheck(facts.run),
    sameEndCheck(facts.run, 'TA-43', 'runReverseProvisioning'),
    check('TA-19', { of: 'validate', operation: 'validate' }, (trial) =>
      enrichedChangesNothing(trial, facts),
    ),
    ...unknownMemberChecks(facts),
  ];
}

/** The result of a validation is independent of other validations. */
async function outcomesStandApart(trial: Trial, facts: Facts): Promise<void> {
  if (facts.samples.unknownComponent === undefined)
    throw new NotApplicable('the descriptor names no component');
  const alone = await facts.validation.end();
  const [valid, unknown] = await Promise.all([facts.validationEnriched.end(), facts.validationUnknown.end()]);
  const tell = (expected: string, actual: string, ...where: Exchange[]): void =>
    trial.violated({ symptom: 'outcomes are shared', expected, actual }, ...where);
  trial.saw(valid.exchange, unknown.exchange);
  if (outcomeOf(valid) !== outcomeOf(alone) && outcomeOf(valid) === outcomeOf(unknown))
    tell(`${outcomeOf(alone)}, as when it ran alone`, outcomeOf(valid), valid.exchange, alone.exchange);
  // One of them was valid and one was not: an adapter that keeps a single outcome reports a wrong result for one of the
  // two.
  for (const { task, body, exchange } of [alone, unknown]) {
    if (task === undefined) continue;
    const later = await facts.run.tasks.read(task, `${task.start.label}, after others have ended`);
    if (statusOf(later.exchange) !== 200 || verdictIn(later.body) === verdictIn(body)) continue;
    tell(describeAnswer(exchange), describeAnswer(later.exchange), later.exchange, exchange);
  }
  const sync = await facts.validateUnknown();
  if (!succeeded(sync) || at(bodyOf(sync), 'valid') !== false || verdictIn(unknown.body) !== true) return;
  tell('valid: false, as the synchronous validation says', outcomeOf(unknown), unknown.exchange, sync);
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
        symptom: 'words of another request',
        expected: 'findings about this request alone',
        actual: `${brief(heard)}, which another one has named`,
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
  trial.violated(
    {
      symptom: 'enriched descriptor changes validate',
      expected: `as without it: ${describeAnswer(plain)}`,
      actual: describeAnswer(enriched),
    },
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
      const exchange = await ask('asyncValidate', 'validation with a member that nobody knows', ['thing']);
      expectIgnored(trial, exchange, statusOf(exchange) === 202);
    }),
    check('X-17', { of: 'validate', operation: 'validate' }, async (trial) => {
      const label = 'synchronous validation with a member that nobody knows';
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

function outcomeOf({ state, body }: Ended): string {
  return `${state}, valid: ${brief(verdictIn(body))}`;
}

function verdictIn(body: unknown): unknown {
  return at(body, 'info', 'publicInfo', 'valid');
}
