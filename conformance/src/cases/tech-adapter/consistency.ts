import { attentionCheck } from '../../checks/attention.ts';
import { sameEndCheck } from '../../checks/same-end.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import type { Ended, Started } from '../../suite/tasks.ts';
import { isTaken } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

/** What shows only when several requests are held against each other. */
export function consistencyChecks(facts: Facts): Check[] {
  const { check, session, tasks } = facts.run;
  return [
    check('A-14', { operation: 'asyncValidate' }, async (trial) => {
      if (facts.samples.unknownComponent === undefined)
        throw new NotApplicable('the descriptor names no component');
      const alone = await facts.validation.end();
      const [valid, unknown] = await Promise.all([
        facts.validationEnriched.end(),
        facts.validationUnknown.end(),
      ]);
      trial.saw(valid.exchange, unknown.exchange);
      if (outcomeOf(valid) !== outcomeOf(alone) && outcomeOf(valid) === outcomeOf(unknown)) {
        trial.violated(
          {
            symptom: 'outcomes are shared',
            expected: `${outcomeOf(alone)}, as when it ran alone`,
            actual: outcomeOf(valid),
          },
          valid.exchange,
          alone.exchange,
        );
      }
      // One of them was valid and one was not: whoever keeps a single outcome is wrong about one of the two.
      for (const { task, body, exchange } of [alone, unknown]) {
        if (task === undefined) continue;
        const later = await tasks.read(task, `${task.start.label}, after others have ended`);
        const now = at(later.body, 'info', 'publicInfo', 'valid');
        if (statusOf(later.exchange) !== 200 || now === at(body, 'info', 'publicInfo', 'valid')) continue;
        trial.violated(
          {
            symptom: 'outcomes are shared',
            expected: describeAnswer(exchange),
            actual: describeAnswer(later.exchange),
          },
          later.exchange,
          exchange,
        );
      }
      const sync = await facts.validateUnknown();
      const expected = at(bodyOf(sync), 'valid');
      if (!succeeded(sync) || expected !== false || at(unknown.body, 'info', 'publicInfo', 'valid') !== true)
        return;
      trial.violated(
        {
          symptom: 'outcomes are shared',
          expected: 'valid: false, as the synchronous validation says',
          actual: outcomeOf(unknown),
        },
        unknown.exchange,
        sync,
      );
    }),
    check(
      'A-14',
      {
        of: 'words',
        title: 'An answer speaks of nothing that only another request has named',
        phase: 'last',
      },
      (trial) => {
        const starts = new Map(tasks.all.map(({ token, start }) => [token, start]));
        for (const exchange of session.journal) {
          const { sent, received } = exchange;
          if (received === undefined) continue;
          const named = facts.samples.onceNamed.filter((id) => received.text.includes(id));
          const heard = named.find(
            (id) =>
              ![sent.path, sent.text, starts.get(sent.token ?? '')?.sent.text].some((one) =>
                one?.includes(id),
              ),
          );
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
      },
    ),
    attentionCheck(facts.run, facts.validation, facts.validationUnattended),
    sameEndCheck(facts.run, 'TA-43', 'runReverseProvisioning'),
    check('TA-19', { of: 'validate', operation: 'validate' }, async (trial) => {
      const plain = await facts.validate();
      const latestEnrichedDescriptor = facts.samples.enriched;
      const enriched = await session.call({
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
    }),
    check('X-17', { of: 'unprovision', operation: 'unprovision' }, async (trial) => {
      await facts.gate('provision');
      const [before, after] = [await facts.unprovisionNever.start(), await facts.unprovisionStopped.start()];
      if (isTaken(before)) expectTaken(trial, after);
    }),
    check('X-17', { of: 'asyncValidate', operation: 'asyncValidate' }, async (trial) => {
      await facts.validation.end();
      const value = facts.request(facts.samples.main, { removeData: false, notInTheContract: ['thing'] });
      const label = 'validation with a member that nobody knows';
      const exchange = await session.call({
        operation: 'asyncValidate',
        label,
        intent: 'valid',
        value,
        patient: true,
      });
      trial.saw(exchange);
      if (statusOf(exchange) !== 202) refuse(trial, exchange);
    }),
    check('X-17', { of: 'validate', operation: 'validate' }, async (trial) => {
      const value = facts.request(facts.samples.main, {
        removeData: false,
        notInTheContract: { any: 'thing' },
      });
      const label = 'synchronous validation with a member that nobody knows';
      const exchange = await session.call({
        operation: 'validate',
        label,
        intent: 'valid',
        value,
        patient: true,
      });
      trial.saw(exchange);
      if (statusOf(exchange) !== 200) refuse(trial, exchange);
    }),
  ];
}

function expectTaken(trial: Trial, started: Started): void {
  trial.saw(started.exchange);
  if (!isTaken(started)) refuse(trial, started.exchange);
}

function refuse(trial: Trial, exchange: Started['exchange']): void {
  trial.violated(
    {
      ...UNKNOWN_REFUSED,
      actual: describeAnswer(exchange),
    },
    exchange,
  );
}

function outcomeOf({ state, body }: Ended): string {
  return `${state}, valid: ${brief(at(body, 'info', 'publicInfo', 'valid'))}`;
}
