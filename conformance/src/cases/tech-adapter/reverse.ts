import { expectTaken, expectTerminal } from '../../checks/good-requests.ts';
import type { Check } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject } from '../../suite/json.ts';
import type { Facts } from './facts.ts';

export function reverseChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const operation = 'runReverseProvisioning';
  return [
    check('TA-34', {}, async (trial) => {
      const started = await facts.reversing.start();
      if (statusOf(started.exchange) === 400) return facts.gate(operation);
      expectTaken(trial, started, operation);
      if (started.kind === 'finished') expectTerminal(trial, await facts.reversing.end());
    }),
    check('TA-36', { operation }, async (trial) => {
      for (const { exchange, body } of await answers(facts)) {
        const state = at(body, 'status');
        trial.saw(exchange);
        if (state === 'RUNNING' || state === 'COMPLETED' || state === 'FAILED') continue;
        trial.violated(
          {
            symptom: `state ${brief(state)} of reverse provisioning`,
            expected: 'RUNNING, COMPLETED or FAILED',
            actual: brief(state),
          },
          exchange,
        );
      }
    }),
    check('TA-37', { operation }, async (trial) => {
      const ended = await facts.reversing.end();
      if (ended.state !== 'COMPLETED') return;
      trial.saw(ended.exchange);
      if (isObject(at(ended.body, 'updates'))) return;
      trial.violated(
        {
          symptom: 'completed without updates',
          expected: 'updates, an object',
          actual: describeAnswer(ended.exchange),
        },
        ended.exchange,
      );
    }),
    check('TA-38', { operation }, async (trial) => {
      for (const { exchange, body } of await answers(facts)) {
        const updates = at(body, 'updates');
        if (!isObject(updates)) continue;
        for (const path of Object.keys(updates)) {
          trial.saw(exchange);
          if (path.split('.').every((segment) => segment.trim() !== '')) continue;
          trial.violated(
            {
              symptom: 'path with an empty segment',
              expected: 'a dotted path without empty segments',
              actual: brief(path),
            },
            exchange,
          );
        }
      }
    }),
  ];
}

async function answers(facts: Facts): Promise<{ exchange: Exchange; body: unknown }[]> {
  const started = await facts.reversing.start();
  const ended = await facts.reversing.end().catch(() => undefined);
  const seen =
    started.kind === 'task'
      ? started.task.observations.filter(({ exchange }) => statusOf(exchange) === 200)
      : [];
  return started.kind === 'finished' && ended !== undefined ? [ended] : seen;
}
