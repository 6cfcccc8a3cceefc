import { expectNoFault, expectStart, mustSucceed } from '../../checks/good-requests.ts';
import { expectRefusal, invalidCheck } from '../../checks/invalid-check.ts';
import { expectAccepted } from '../../laws/desired-state.ts';
import { expectUnharmed, sendNothing } from '../../laws/steadiness.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { statusOf, succeeded } from '../../suite/exchange.ts';
import { brief } from '../../suite/json.ts';
import type { Facts } from './facts.ts';

const operation = 'updateAcl';

/** Requests that a plugin may accept or refuse, and that must not break anything. */
const ODD = [
  'a negative output port number',
  'an identity without a prefix',
  'a duplicate identity',
  'many identities',
] as const;

/** Values that are not an integer, by what they are. */
const WRONG_PORTS = {
  text: '12',
  fraction: 1.5,
  boolean: true,
  // Some plugins convert this to the number in it.
  list: [12],
  false: false,
  empty: '',
  object: { value: 12 },
};

/** Checks of access lists. */
export function accessChecks(facts: Facts): Check[] {
  return [
    refusalCheck(facts),
    ...grantChecks(facts),
    ...ODD.map((name) => oddCheck(facts, name)),
    kindsCheck(facts),
    ...Object.entries(WRONG_PORTS).map(([of, port]) => portCheck(facts, of, port)),
  ];
}

function refusalCheck(facts: Facts): Check {
  const { check, session } = facts.run;
  return check(
    'MP-12',
    {
      of: 'refused',
      operation,
      title: 'A rejected request does not affect the next change of access',
      phase: 'last',
    },
    async (trial) => {
      const usual = await facts.grant();
      await facts.revoke();
      await expectUnharmed(trial, {
        refuse: () => sendNothing(session, operation, 'an empty change of access'),
        ask: () => facts.grantNow('a change of access after a rejected one'),
        usual,
        read: (exchange) => String(statusOf(exchange)),
      });
    },
  );
}

/** Access is granted, granted again, and revoked. */
function grantChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('MP-07', {}, async (trial) => {
      const exchange = await facts.grant();
      if (statusOf(exchange) === 400 && (await facts.isExcusable(operation))) return facts.gate(operation);
      expectStart(trial, exchange, 204);
    }),
    check('MP-12', { operation }, async (trial) => {
      const [first, again] = [await facts.grant(), await facts.grantAgain()];
      expectAccepted(trial, first, again, 'repeated request fails', 'for the first request');
    }),
    check(
      'MP-12',
      { of: 'reversed', title: 'The order of an access list has no effect', operation },
      async (trial) => {
        const [usual, exchange] = [await facts.grant(), await facts.unusual['a list in reverse order']()];
        expectAccepted(trial, usual, exchange, 'reversed list rejected', 'in the original order');
      },
    ),
    check('MP-17', { operation }, async (trial) => {
      mustSucceed(trial, await facts.revoke(), {
        symptom: 'empty list rejected',
        expected: '204: an empty list removes all access',
      });
    }),
    check('MP-18', { operation }, async (trial) => {
      const [usual, exchange] = [await facts.grant(), await facts.unusual['a request id that is a word']()];
      const as = 'with another request id: any text is one';
      expectAccepted(trial, usual, exchange, 'request id rejected', as);
    }),
  ];
}

function oddCheck(facts: Facts, name: (typeof ODD)[number]): Check {
  const { check } = facts.run;
  return check('MP-19', { of: name, title: `${name}: 204 or 400`, operation }, async (trial) => {
    expectNoFault(trial, await facts.unusual[name](), name, '204, or 400');
  });
}

/** A plugin may not know an identity, but it knows both kinds. Not gated: a plugin may refuse the whole first list. */
function kindsCheck(facts: Facts): Check {
  const title = 'Lists of users, of groups and of both are accepted alike';
  return facts.run.check('MP-19', { of: 'kinds', title }, async (trial) => {
    if (facts.kinds.length === 0) throw new NotApplicable('the list has identities of one kind only');
    const answers = [await facts.grant(), ...(await Promise.all(facts.kinds.map((ask) => ask())))];
    trial.saw(...answers);
    const taken = answers.find(succeeded);
    const refused = answers.find((one) => statusOf(one) >= 400 && statusOf(one) < 500);
    if (taken === undefined || refused === undefined) return;
    trial.wrongAnswer(
      'identities of one kind rejected',
      `${statusOf(taken)}, as for a list of the other kind`,
      refused,
      taken,
    );
  });
}

/** The id of an output port is an integer. */
function portCheck(facts: Facts, of: string, outputPortId: unknown): Check {
  return invalidCheck(facts.run, {
    requirement: 'MP-11',
    operation,
    of,
    label: `outputPortId is ${brief(outputPortId)}`,
    call: () => ({ value: { ...facts.access, outputPortId } }),
    judge: (trial, exchange) => expectRefusal(trial, exchange, 'outputPortId'),
  });
}
