import { NOT_YAML } from '../../checks/empty-descriptor.ts';
import { expectWork, judgeRefusal, mustNotSucceed } from '../../checks/good-requests.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import { variationCheck } from '../../checks/variations.ts';
import { expectSameEnd } from '../../laws/desired-state.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import {
  describeAnswer,
  type Exchange,
  refusalText,
  statusOf,
  statusText,
  succeeded,
} from '../../suite/exchange.ts';
import { readStart } from '../../suite/tasks.ts';
import { isDone, isTaken, shownBy } from '../../suite/work.ts';
import type { Facts } from './facts.ts';

/** Refs of neither a user nor a group. */
const BAD_REFS: Readonly<Record<string, string>> = {
  'a ref without a prefix': 'jörn.roe_example.com',
  // A search for the prefix anywhere in the text matches.
  'a ref with another prefix': 'superuser:readers',
  'a ref without a name': 'user:',
  'a ref with a prefix in capitals': 'USER:john.roe_example.com',
};

export function accessChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const scope = { operation: 'updateacl' } as const;
  return [
    check('TA-30', {}, (trial) => listIsTaken(trial, facts)),
    check('TA-33', scope, (trial) => freeFieldsAreTaken(trial, facts)),
    check('TA-32', scope, (trial) => badRefsAreRefused(trial, facts)),
    ...sameListChecks(facts),
    ...emptyListChecks(facts),
    check('TA-42', scope, async (trial) => {
      const { unknownAccessJson } = facts.samples;
      if (unknownAccessJson === undefined) return;
      const label = 'access to an unknown component';
      await mustNotSucceed(trial, facts.run, 'updateacl', facts.acl({}, unknownAccessJson), label);
    }),
    check(
      'TA-10',
      { of: 'updateacl', title: 'Access to a descriptor that is not YAML causes no system error', ...scope },
      (trial) => nonsenseBreaksNothing(trial, facts),
    ),
  ];
}

async function listIsTaken(trial: Trial, facts: Facts): Promise<void> {
  // The second grant has only the two members.
  const [first, plain] = [await facts.aclOnce.start(), await facts.aclTwice.start()];
  if (
    statusOf(plain.exchange) === 400 &&
    statusOf(first.exchange) === 400 &&
    (await facts.isExcusable('updateacl'))
  ) {
    return facts.gate('updateacl');
  }
  if (facts.isWithoutAccess(plain.exchange)) return notePort(trial, plain.exchange);
  await expectWork(trial, facts.aclTwice);
}

/** The contract does not specify which kinds of component have access control. */
function notePort(trial: Trial, exchange: Exchange): void {
  trial.note(
    {
      symptom: 'access to another component rejected',
      expected: 'accepted, or rejected: the component is not an output port',
      actual: describeAnswer(exchange),
    },
    exchange,
  );
}

async function freeFieldsAreTaken(trial: Trial, facts: Facts): Promise<void> {
  const [free, plain] = [await facts.aclOnce.start(), await facts.aclTwice.start()];
  trial.saw(free.exchange);
  if (isTaken(free) || !isTaken(plain)) return;
  trial.wrongAnswer('accessControlFields rejected', 'accepted, with any fields', free.exchange);
}

async function badRefsAreRefused(trial: Trial, facts: Facts): Promise<void> {
  for (const [label, ref] of Object.entries(BAD_REFS)) {
    const exchange = await facts.run.session.call({
      operation: 'updateacl',
      label,
      intent: 'invalid',
      value: facts.acl({ refs: [...facts.refs.slice(0, 1), ref] }),
      patient: true,
    });
    trial.saw(exchange);
    if (statusOf(exchange) === 400 || (await endsAsFailed(facts, exchange))) continue;
    trial.wrongAnswer(
      succeeded(exchange) ? 'accepted: refs' : refusalText(exchange),
      '400: the prefix is neither user: nor group:, or the name is missing',
      exchange,
    );
  }
}

/** The same list has the same result once or twice. */
function sameListChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('CO-03', { operation: 'updateacl' }, async (trial) => {
      const [once, twice] = [await facts.aclOnce.end(), await facts.aclTwice.end()];
      expectSameEnd(trial, once, twice);
    }),
    check(
      'CO-03',
      { of: 'reversed', title: 'The order of an access list has no effect', operation: 'updateacl' },
      async (trial) => {
        const { aclReversed } = facts;
        if (aclReversed === undefined) throw new NotApplicable('the list has a single identity');
        const plain = await facts.aclTwice.end();
        const started = await aclReversed.start();
        const shown = isTaken(started) ? (await aclReversed.end()).exchange : started.exchange;
        trial.saw(plain.exchange, shown);
        if (plain.state !== 'COMPLETED' || (await isDone(aclReversed))) return;
        trial.wrongAnswer(
          'same access list has another result',
          'COMPLETED, as in the original order',
          shown,
          plain.exchange,
        );
      },
    ),
    ...oddGrantChecks(facts),
  ];
}

/** A shorter list in an unusual format. */
function oddGrantChecks({ run, aclOddly }: Facts): Check[] {
  const operation = 'updateacl';
  const title = {
    json: 'The JSON of an access list may contain tabs',
    lines: 'The result message may have several lines',
    groups: 'An access list may have groups only',
    twice: 'Duplicates and non-ASCII text have no effect',
  };
  const part = (requirement: string, of: keyof typeof title, symptom: string): Check =>
    variationCheck(run, requirement, { of, title: title[of], operation }, of, aclOddly.read, { symptom });
  return [
    part('TA-41', 'json', 'descriptor rejected: JSON with tabs'),
    part('TA-30', 'lines', 'a message of several lines is rejected'),
    part('CO-06', 'groups', 'access list of groups only fails'),
    part('CO-03', 'twice', 'same access list has another result'),
  ];
}

/** All access can be revoked; the same request tests more variations. */
function emptyListChecks(facts: Facts): Check[] {
  const { run, revocation } = facts;
  const operation = 'updateacl';
  return [
    run.check('CO-06', { operation }, (trial) => emptyListIsTaken(trial, facts)),
    variationCheck(
      run,
      'TA-33',
      { of: 'empty', title: 'accessControlFields may be empty', operation },
      'fields',
      revocation,
      {
        symptom: 'empty accessControlFields rejected',
        expected: 'accepted: no field is required',
      },
    ),
    variationCheck(
      run,
      'TA-30',
      { of: 'message', title: 'The result message may be empty', operation },
      'message',
      revocation,
      { symptom: 'empty message rejected', expected: 'accepted: the field is present' },
    ),
    variationCheck(run, 'X-17', { of: operation, operation }, 'members', revocation, UNKNOWN_REFUSED),
    facts.run.check(
      'X-24',
      {
        of: 'updateacl.component',
        title: 'updateacl: a component of another kind causes no system error',
        operation: 'updateacl',
      },
      async (trial) => {
        const { work, failing } = await facts.revocation();
        trial.saw((await work.start()).exchange);
        if (failing?.name !== 'component' || statusOf(failing.shown) < 500) return;
        trial.wrongAnswer(
          `another component returns ${statusText(failing.shown)}`,
          'success, or a 4xx',
          failing.shown,
        );
      },
    ),
  ];
}

async function emptyListIsTaken(trial: Trial, facts: Facts): Promise<void> {
  const { work, isFine } = await facts.revocation();
  // An adapter that does not support a kind of component has no access to revoke for it.
  if (!isFine && facts.rebuilt && !isTaken(await facts.provisionToRemoveAgain.start()))
    throw new NotApplicable('the component is not deployed: its provision was rejected');
  const started = await work.start();
  trial.saw(started.exchange);
  if (isFine) return;
  const refusal = await shownBy(work);
  // If no list can be set, emptiness is not the reason, and a missing component has no access.
  const before = await facts.aclTwice.end().catch(() => undefined);
  const isSet = before?.state === 'COMPLETED';
  const isNever = before?.state === 'FAILED' && (await isDone(facts.provisionOnce));
  if (isTaken(started) && !isSet && !isNever) return;
  const failing = isSet ? 'empty access list fails' : 'access is never set or removed';
  // A component that is not an output port may have no access list.
  const say = isNever && !facts.samples.accessIsOfPort ? trial.note : trial.violated;
  say(
    {
      symptom: isTaken(started) ? failing : 'empty access list rejected',
      expected: 'an empty list is accepted, and ends as COMPLETED',
      actual: describeAnswer(refusal),
    },
    refusal,
  );
}

async function nonsenseBreaksNothing(trial: Trial, { run, acl }: Facts): Promise<void> {
  const value = acl({}, NOT_YAML);
  const started = await run.tasks.start('updateacl', value, 'access to text that is not YAML');
  // An adapter that does not read the descriptor for access may accept it: without consumers every access list is
  // correct.
  if (isTaken(started)) trial.saw((await run.tasks.finish(started)).exchange);
  else judgeRefusal(trial, started.exchange);
}

/** Accepted and then failed as a task: the caller learns the result, too. */
async function endsAsFailed({ run }: Facts, exchange: Exchange): Promise<boolean> {
  const started = readStart(run.session, 'updateacl', exchange);
  const ended = isTaken(started) ? await run.tasks.finish(started).catch(() => undefined) : undefined;
  return ended?.state === 'FAILED';
}
