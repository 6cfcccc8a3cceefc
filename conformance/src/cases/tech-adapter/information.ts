import { expectDisplayEntries } from '../../checks/display-entries.ts';
import { expectReason } from '../../checks/logs.ts';
import { ownedCheck } from '../../checks/owned.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, isObject, listOf } from '../../suite/json.ts';
import type { Facts } from './facts.ts';

/** Operations that return 200 with the status of a provisioning task. */
const SAYING = ['provision', 'unprovision', 'updateacl', 'getStatus', 'terminateProvisioning'];

/** Checks of the provisioning information in all answers. */
export function informationChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  const last = { phase: 'last' } as const;
  const answers = (): { exchange: Exchange; body: unknown }[] =>
    session.journal
      .filter((exchange) => SAYING.includes(exchange.operation) && statusOf(exchange) === 200)
      .map((exchange) => ({ exchange, body: bodyOf(exchange) }))
      .filter(({ body }) => isObject(body));
  const ends = (state: string) => answers().filter(({ body }) => at(body, 'status') === state);

  return [
    ...['TA-13', 'TA-14'].map((requirement) => ownedCheck(facts.run, requirement)),
    ownedCheck(facts.run, 'TA-15', {}, expectIdentities),
    check('TA-16', last, (trial) => {
      for (const { exchange } of ends('FAILED')) expectReason(trial, exchange);
    }),
    check('TA-17', last, (trial) => {
      for (const { exchange, body } of ends('COMPLETED')) {
        const result = at(body, 'result');
        const started = exchange.operation === 'getStatus' ? startOf(facts, exchange) : exchange.operation;
        if (started !== 'provision') continue;
        trial.saw(exchange);
        const telling = isObject(at(body, 'info')) || listOf(at(body, 'logs')).length > 0;
        if (telling || typeof result !== 'string' || result.trim() === '' || isSentence(result)) continue;
        trial.wrongValue(
          'information only in result',
          'info or logs in addition to the deprecated result',
          result,
          exchange,
        );
      }
    }),
    check('TA-39', last, (trial) => {
      for (const { exchange, body } of ends('COMPLETED')) {
        expectDisplayEntries(trial, exchange, at(body, 'info', 'publicInfo'), '/info/publicInfo');
      }
    }),
  ];
}

function expectIdentities(exchange: Exchange, trial: Trial): void {
  const items = listOf(at(bodyOf(exchange), 'info', 'aclInfo'));
  const unnamed = items.findIndex((item) => String(at(item, 'identity')).trim() === '');
  if (unnamed === -1) return;
  trial.violated(
    {
      symptom: 'aclInfo without an identity',
      expected: 'the user or the group that has access',
      actual: brief(items[unnamed]),
      difference: `/info/aclInfo/${unnamed}/identity`,
    },
    exchange,
  );
}

/** The field is for a sentence to a person; serialized structures are not allowed. */
function isSentence(text: string): boolean {
  return !/^\s*[{[]/.test(text);
}

function startOf(facts: Facts, exchange: Exchange): string | undefined {
  return facts.run.tasks.all.find(({ token }) => token === exchange.sent.token)?.operation;
}
