import { expectTaken, expectTerminal, judgeRefusal, mustNotSucceed } from '../../checks/good-requests.ts';
import { expectNothingNew } from '../../checks/growth.ts';
import { isDone } from '../../checks/outcomes.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import { type Check, NotApplicable, type Statement, type Trial } from '../../suite/check.ts';
import {
  describeAnswer,
  type Exchange,
  refusalText,
  statusOf,
  statusText,
  succeeded,
} from '../../suite/exchange.ts';
import type { Scope } from '../../suite/run.ts';
import { readStart } from '../../suite/tasks.ts';
import { isTaken } from '../../suite/work.ts';
import type { Facts } from './facts.ts';
import type { OddGrant } from './grants.ts';
import type { Revocation } from './revocation.ts';

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
      { of: 'updateacl', title: 'Access to what no parser reads breaks nothing', ...scope },
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
  expectTaken(trial, plain, 'updateacl');
  if (plain.kind === 'finished') expectTerminal(trial, await facts.aclTwice.end());
}

/** The contract does not specify which kinds of component have access control. */
function notePort(trial: Trial, exchange: Exchange): void {
  trial.note(
    {
      symptom: 'access to no output port refused',
      expected: 'accepted, or refused: the component is not an output port',
      actual: describeAnswer(exchange),
    },
    exchange,
  );
}

async function freeFieldsAreTaken(trial: Trial, facts: Facts): Promise<void> {
  const [free, plain] = [await facts.aclOnce.start(), await facts.aclTwice.start()];
  trial.saw(free.exchange);
  if (isTaken(free) || !isTaken(plain)) return;
  trial.violated(
    {
      symptom: 'free accessControlFields refused',
      expected: 'accepted, whatever the fields are',
      actual: describeAnswer(free.exchange),
    },
    free.exchange,
  );
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
    const symptom = succeeded(exchange) ? 'accepted: refs' : refusalText(exchange);
    trial.violated(
      {
        symptom,
        expected: '400: neither user: nor group:, and a name',
        actual: describeAnswer(exchange),
      },
      exchange,
    );
  }
}

/** The same list has the same result once or twice. */
function sameListChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const tell = (trial: Trial, expected: string, shown: Exchange, before: Exchange): void =>
    trial.violated(
      { symptom: 'same access list ends otherwise', expected, actual: describeAnswer(shown) },
      shown,
      before,
    );
  return [
    check('CO-03', { operation: 'updateacl' }, async (trial) => {
      const [once, twice] = [await facts.aclOnce.end(), await facts.aclTwice.end()];
      trial.saw(once.exchange, twice.exchange);
      if (once.state !== twice.state) tell(trial, once.state, twice.exchange, once.exchange);
      expectNothingNew(trial, once, twice);
    }),
    check(
      'CO-03',
      { of: 'reversed', title: 'The order of an access list changes nothing', operation: 'updateacl' },
      async (trial) => {
        const { aclReversed } = facts;
        if (aclReversed === undefined) throw new NotApplicable('the list holds a single identity');
        const plain = await facts.aclTwice.end();
        const started = await aclReversed.start();
        const shown = isTaken(started) ? (await aclReversed.end()).exchange : started.exchange;
        trial.saw(plain.exchange, shown);
        if (plain.state !== 'COMPLETED' || (await isDone(aclReversed))) return;
        tell(trial, 'COMPLETED, as in the other order', shown, plain.exchange);
      },
    ),
    ...oddGrantChecks(facts),
  ];
}

/** A shorter list in an unusual format. */
function oddGrantChecks(facts: Facts): Check[] {
  const part = (
    requirement: string,
    undone: NonNullable<OddGrant['undone']>,
    title: string,
    symptom: string,
  ): Check =>
    facts.run.check(requirement, { of: undone, title, operation: 'updateacl' }, async (trial) => {
      const plain = await facts.aclTwice.start();
      if (!isTaken(plain)) return;
      const odd = await facts.aclOddly();
      trial.saw(plain.exchange, (await odd.work.start()).exchange);
      if (odd.undone !== undone || odd.shown === undefined) return;
      trial.violated(
        { symptom, expected: 'COMPLETED, as before', actual: describeAnswer(odd.shown) },
        odd.shown,
        (await facts.aclTwice.end()).exchange,
      );
    });
  return [
    part(
      'TA-41',
      'json',
      'The component of an access list is read however its JSON is written',
      'descriptor not read: JSON with tabs',
    ),
    part(
      'TA-30',
      'lines',
      'The result message that comes with a list may have several lines',
      'a message of several lines is not taken',
    ),
    part('CO-06', 'groups', 'Access may be left to groups alone', 'access of groups alone fails'),
    part(
      'CO-03',
      'twice',
      'Names that stand often and other letters change nothing',
      'same access list ends otherwise',
    ),
  ];
}

/** All access can be revoked; the same request tests two more variations. */
function emptyListChecks(facts: Facts): Check[] {
  const withdrawal = (
    requirement: string,
    part: NonNullable<Revocation['refused']>,
    scope: Scope,
    statement: Omit<Statement, 'actual'>,
  ): Check =>
    facts.run.check(requirement, { ...scope, operation: 'updateacl' }, async (trial) => {
      const { work, refused, refusal } = await facts.revocation();
      const { exchange } = await work.start();
      if (refused !== part || refusal === undefined) {
        if (refused === undefined) trial.saw(exchange);
        return;
      }
      trial.violated({ ...statement, actual: describeAnswer(refusal) }, refusal, exchange);
    });
  return [
    facts.run.check('CO-06', { operation: 'updateacl' }, (trial) => emptyListIsTaken(trial, facts)),
    withdrawal(
      'TA-33',
      'fields',
      { of: 'empty', title: 'accessControlFields may be without a field' },
      {
        symptom: 'empty accessControlFields refused',
        expected: 'accepted: no field of them has to be there',
      },
    ),
    withdrawal(
      'TA-30',
      'message',
      { of: 'message', title: 'The result message that comes with a list may be empty' },
      { symptom: 'empty message refused', expected: 'accepted: the member is there' },
    ),
    withdrawal('X-17', 'members', { of: 'updateacl' }, UNKNOWN_REFUSED),
    facts.run.check(
      'X-24',
      {
        of: 'updateacl.component',
        title: 'updateacl: a component of another kind breaks nothing',
        operation: 'updateacl',
      },
      async (trial) => {
        const { work, refused, refusal } = await facts.revocation();
        trial.saw((await work.start()).exchange);
        if (refused !== 'component' || refusal === undefined || statusOf(refusal) < 500) return;
        const symptom = `another component gives ${statusText(refusal)}`;
        trial.violated(
          { symptom, expected: 'an answer, or a refusal', actual: describeAnswer(refusal) },
          refusal,
        );
      },
    ),
  ];
}

async function emptyListIsTaken(trial: Trial, facts: Facts): Promise<void> {
  const { work, refused, refusal } = await facts.revocation();
  // An adapter that does not support a kind of component has no access to revoke for it.
  if (refused === 'list' && facts.rebuilt && !isTaken(await facts.provisionToRemoveAgain.start()))
    throw new NotApplicable('the component stands nowhere: its provision was refused');
  const started = await work.start();
  trial.saw(started.exchange);
  if (refused !== 'list' || refusal === undefined) return;
  // If no list can be set, emptiness is not the reason, and a missing component has no access.
  const before = await facts.aclTwice.end().catch(() => undefined);
  const isSet = before?.state === 'COMPLETED';
  const isNever = before?.state === 'FAILED' && (await isDone(facts.provisionOnce));
  if (isTaken(started) && !isSet && !isNever) return;
  const failing = isSet ? 'empty access list fails' : 'access is never set, nor taken from anybody';
  // A component that is not an output port may have no access list.
  const say = isNever && !facts.samples.accessIsOfPort ? trial.note : trial.violated;
  say(
    {
      symptom: isTaken(started) ? failing : 'empty access list refused',
      expected: 'an empty list is accepted, and ends as COMPLETED',
      actual: describeAnswer(refusal),
    },
    refusal,
  );
}

async function nonsenseBreaksNothing(trial: Trial, { run, samples, acl }: Facts): Promise<void> {
  const value = acl({}, samples.notYaml.descriptor);
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
