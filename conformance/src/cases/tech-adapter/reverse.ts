import { expectTaken, expectWork } from '../../checks/good-requests.ts';
import { ownedCheck } from '../../checks/owned.ts';
import { expectIgnored } from '../../checks/unknown-members.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, canonical, isObject } from '../../suite/json.ts';
import { isTaken, settled } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

export function reverseChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const operation = 'runReverseProvisioning';
  return [
    check('TA-34', {}, async (trial) => {
      const started = await facts.reversing.start();
      if (statusOf(started.exchange) === 400) return facts.gate(operation);
      await expectWork(trial, facts.reversing);
      // The checks of the journal read its result, so a check must wait for it.
      await settled(facts.reversing.end);
    }),
    check(
      'TA-34',
      { of: 'required', title: 'The required fields alone cause no system error', operation },
      async (trial) => {
        const started = await facts.reversingPlainly.start();
        trial.saw(started.exchange);
        // The adapter decides whether a template needs its params.
        if (started.kind === 'broken') expectTaken(trial, started);
        await settled(facts.reversingPlainly.end);
      },
    ),
    check('X-17', { of: operation, operation }, async (trial) => {
      const [plain, started] = [await facts.reversing.start(), await facts.reversingOddly.start()];
      await settled(facts.reversingOddly.end);
      expectIgnored(trial, plain, started);
    }),
    check(
      'A-14',
      {
        of: 'entity',
        title: 'The result is about the entity of its request',
        operation,
      },
      (trial) => entityIsItsOwn(trial, facts),
    ),
    ...['TA-36', 'TA-37'].map((requirement) => ownedCheck(facts.run, requirement)),
    ownedCheck(facts.run, 'TA-38', {}, (exchange, trial) => {
      const updates = at(bodyOf(exchange), 'updates');
      expectKnownRoots(trial, facts, exchange);
      const blank = Object.keys(isObject(updates) ? updates : {}).find((path) =>
        path.split('.').some((segment) => segment.trim() === ''),
      );
      if (blank === undefined) return;
      trial.wrongValue('path with an empty segment', 'a dotted path without empty segments', blank, exchange);
    }),
  ];
}

/**
 * A path points into the request: the first segment is a member of the entity, or of the metadata that always exists.
 */
function expectKnownRoots(trial: Trial, { run }: Facts, exchange: Exchange): void {
  const task = run.tasks.all.find(({ token }) => token === exchange.sent.token);
  const sent = task?.start.sent.value ?? exchange.sent.value;
  const catalogInfo = at(sent, 'catalogInfo');
  if (!isObject(catalogInfo)) return;
  const roots = new Set(['metadata', 'spec', ...Object.keys(catalogInfo)]);
  const updates = at(bodyOf(exchange), 'updates');
  const lost = Object.keys(isObject(updates) ? updates : {}).find(
    (path) => !roots.has(path.split(/[.[]/, 1)[0] ?? ''),
  );
  if (lost === undefined) return;
  trial.wrongValue(
    'path to an unknown field',
    `a path that starts with a field of the request: ${[...roots].join(', ')}`,
    lost,
    exchange,
  );
}

/** Without an entity in the request, the adapter cannot know the name of the previous one. */
async function entityIsItsOwn(trial: Trial, facts: Facts): Promise<void> {
  const name = at(facts.reverse, 'catalogInfo', 'metadata', 'name');
  const [whole, plain] = [await facts.reversing.start(), await facts.reversingPlainly.start()];
  if (!isTaken(whole) || !isTaken(plain)) throw new NotApplicable('only one entity was read');
  const [before, ended] = [await facts.reversing.end(), await facts.reversingPlainly.end()];
  trial.saw(before.exchange, ended.exchange);
  const told = (body: unknown): boolean =>
    typeof name === 'string' && canonical(at(body, 'updates')).includes(name);
  const isNamed = plain.exchange.sent.text?.includes(String(name)) === true;
  if (isNamed || !told(before.body) || !told(ended.body)) return;
  trial.violated(
    {
      symptom: 'information of another entity',
      expected: `nothing about ${brief(name)}, which this request does not name`,
      actual: describeAnswer(ended.exchange),
      difference: '/updates',
    },
    ended.exchange,
    before.exchange,
  );
}
