import { expectStart } from '../../checks/good-requests.ts';
import { expectUnharmed, sendNothing } from '../../checks/steadiness.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import {
  bodyOf,
  describeAnswer,
  type Exchange,
  refusalText,
  statusOf,
  succeeded,
} from '../../suite/exchange.ts';
import { at, brief, isObject } from '../../suite/json.ts';
import type { Facts } from './facts.ts';

const INSERT = 'insertProvisioningResults';

/** What users are shown of an entry. */
const MEMBERS = ['type', 'label', 'value', 'href'];

export function publicationChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('MP-01', {}, async (trial) => {
      const exchange = await facts.insert();
      if (statusOf(exchange) === 400 && (await facts.isExcusable(INSERT))) return facts.gate(INSERT);
      expectStart(trial, exchange, INSERT, 200);
      if (statusOf(exchange) !== 200) return;
      if (typeof at(bodyOf(exchange), 'status') !== 'string') {
        trial.violated(
          { symptom: 'no status', expected: 'status, a string', actual: describeAnswer(exchange) },
          exchange,
        );
      }
      if (entryOf(exchange) !== undefined) return;
      trial.note(
        {
          symptom: 'nothing to follow',
          expected: 'info.privateInfo.marketplaceInfo',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check('MP-03', { operation: INSERT }, async (trial) => {
      for (const exchange of await shownAnswers(facts)) {
        const entry = entryOf(exchange);
        if (entry === undefined) continue;
        trial.saw(exchange);
        const missing = MEMBERS.filter((name) => typeof at(entry, name) !== 'string');
        if (missing.length === 0) continue;
        trial.violated(
          {
            symptom: `entry without ${missing.join(', ')}`,
            expected: `marketplaceInfo with ${MEMBERS.join(', ')}, all of them text`,
            actual: brief(entry),
          },
          exchange,
        );
      }
    }),
    check('MP-04', { operation: INSERT }, async (trial) => {
      for (const exchange of await shownAnswers(facts)) {
        const href = at(entryOf(exchange), 'href');
        if (typeof href !== 'string') continue;
        trial.saw(exchange);
        if (/^https?:\/\/[^/]/.test(href) && URL.canParse(href)) continue;
        trial.violated(
          { symptom: 'entry leads nowhere', expected: 'href, an absolute address', actual: brief(href) },
          exchange,
        );
      }
    }),
    check('MP-05', { operation: INSERT }, async (trial) => {
      const [first, again] = [await facts.insert(), await facts.insertAgain()];
      trial.saw(first, again);
      if (outcomeOf(first) === outcomeOf(again)) return;
      trial.violated(
        {
          symptom: 'inserting again ends otherwise',
          expected: outcomeOf(first),
          actual: succeeded(again) ? outcomeOf(again) : describeAnswer(again),
        },
        again,
        first,
      );
    }),
    check('MP-06', {}, async (trial) => {
      const [nothing, removed] = [await facts.removeNothing(), await facts.remove()];
      if (statusOf(removed) === 400 && (await facts.isExcusable('delete'))) return facts.gate('delete');
      expectStart(trial, removed, 'delete', 200);
      trial.saw(nothing);
      if (statusOf(nothing) < 500 && statusOf(nothing) !== 0) return;
      trial.violated(
        {
          symptom: 'nothing to remove breaks',
          expected: '200: the wanted state is there already',
          actual: describeAnswer(nothing),
        },
        nothing,
      );
    }),
    check('MP-13', { operation: 'delete' }, async (trial) => {
      for (const exchange of [await facts.removeNothing(), await facts.removeAgain()]) {
        trial.saw(exchange);
        if (succeeded(exchange) || statusOf(exchange) >= 500) continue;
        trial.violated(
          {
            symptom: 'nothing to remove is refused',
            expected: '200: the wanted state is there already',
            actual: describeAnswer(exchange),
          },
          exchange,
        );
      }
    }),
    check('MP-14', { operation: INSERT }, async (trial) => {
      const [first, other] = [await facts.insert(), await facts.insertOther()];
      if (other === undefined) throw new NotApplicable('there is only one data product');
      trial.saw(first, other);
      const [left, right] = [first, other].map((one) => at(entryOf(one), 'href'));
      if (typeof left !== 'string' || left !== right) return;
      trial.violated(
        {
          symptom: 'one page for all',
          expected: 'a page of its own for every data product',
          actual: `${brief(left)} twice`,
        },
        other,
        first,
      );
    }),
    check('MP-15', { operation: INSERT }, async (trial) => {
      const [first, later] = [await facts.insert(), await facts.insertLater()];
      trial.saw(later);
      if (succeeded(later) && at(bodyOf(later), 'status') === at(bodyOf(first), 'status')) return;
      trial.violated(
        {
          symptom: 'not shown again after its removal',
          expected: outcomeOf(first),
          actual: describeAnswer(later),
        },
        later,
        first,
      );
    }),
    unknownMember(INSERT, () => facts.insertAgain()),
    unknownMember('delete', () => facts.remove()),
    unknownMember('updateAcl', () => facts.grantAgain()),
  ];

  function unknownMember(operation: string, ask: () => Promise<Exchange>): Check {
    return check('X-17', { of: operation, operation }, async (trial) => {
      const exchange = await ask();
      trial.saw(exchange);
      if (succeeded(exchange)) return;
      trial.violated(
        {
          ...UNKNOWN_REFUSED,
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    });
  }
}

export function accessChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  const operation = 'updateAcl';
  return [
    check(
      'MP-12',
      { of: 'refused', operation, title: 'A refusal leaves the next change of access alone', phase: 'last' },
      async (trial) => {
        const usual = await facts.grant();
        await facts.revoke();
        await expectUnharmed(trial, {
          refuse: () => sendNothing(session, operation, 'a change of access of nothing'),
          ask: () => facts.grantNow('a change of access after a refusal'),
          usual,
          read: (exchange) => String(statusOf(exchange)),
        });
      },
    ),
    check('MP-07', {}, async (trial) => {
      const exchange = await facts.grant();
      if (statusOf(exchange) === 400 && (await facts.isExcusable(operation))) return facts.gate(operation);
      expectStart(trial, exchange, operation, 204);
    }),
    check('MP-12', { operation }, async (trial) => {
      const [first, again] = [await facts.grant(), await facts.grantAgain()];
      trial.saw(first, again);
      if (statusOf(first) === statusOf(again) || !succeeded(first)) return;
      trial.violated(
        {
          symptom: 'same request fails again',
          expected: String(statusOf(first)),
          actual: describeAnswer(again),
        },
        again,
        first,
      );
    }),
    check('MP-17', { operation }, async (trial) => {
      const exchange = await facts.revoke();
      trial.saw(exchange);
      if (succeeded(exchange)) return;
      trial.violated(
        {
          symptom: 'empty list refused',
          expected: '204: the empty list takes all access away',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check('MP-18', { operation }, async (trial) => {
      const [usual, exchange] = [await facts.grant(), await facts.unusual['a request id that is a word']()];
      trial.saw(usual, exchange);
      if (!succeeded(usual) || succeeded(exchange)) return;
      trial.violated(
        {
          symptom: 'request id refused',
          expected: `${statusOf(usual)}, as with another request id: any text is one`,
          actual: describeAnswer(exchange),
        },
        exchange,
        usual,
      );
    }),
    ...(
      [
        'an output port with a large number',
        'an output port below zero',
        'an identity without a prefix',
        'an identity that is named twice',
        'an identity in other letters',
        'many identities',
      ] as const
    ).map((name) =>
      check('MP-19', { of: name, title: `${name}: 204 or 400`, operation }, async (trial) => {
        const exchange = await facts.unusual[name]();
        trial.saw(exchange);
        if (statusOf(exchange) > 0 && statusOf(exchange) < 500) return;
        trial.violated(
          { symptom: name, expected: '204, or 400', actual: describeAnswer(exchange) },
          exchange,
        );
      }),
    ),
    ...[
      { of: 'text', outputPortId: '12' },
      { of: 'fraction', outputPortId: 1.5 },
      { of: 'boolean', outputPortId: true },
    ].map(({ of, outputPortId }) =>
      check('MP-11', { of, operation }, async (trial) => {
        const exchange = await session.call({
          operation,
          label: `outputPortId is ${brief(outputPortId)}`,
          intent: 'invalid',
          value: { ...facts.access, outputPortId },
          patient: true,
        });
        expectRefusal(trial, exchange);
      }),
    ),
  ];
}

function expectRefusal(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  if (statusOf(exchange) === 400) return;
  const symptom = succeeded(exchange) ? 'accepted: outputPortId' : refusalText(exchange);
  trial.violated({ symptom, expected: '400', actual: describeAnswer(exchange) }, exchange);
}

async function shownAnswers(facts: Facts): Promise<Exchange[]> {
  const answers = await Promise.allSettled([
    facts.insert(),
    facts.insertOther(),
    facts.insertAgain(),
    facts.insertLater(),
  ]);
  return answers.flatMap((one) =>
    one.status === 'fulfilled' && one.value !== undefined && succeeded(one.value) ? [one.value] : [],
  );
}

/** Where users find the data product; absent when the plugin does not say. */
export function entryOf(exchange: Exchange): unknown {
  const entry = at(bodyOf(exchange), 'info', 'privateInfo', 'marketplaceInfo');
  return isObject(entry) ? entry : undefined;
}

export function outcomeOf(exchange: Exchange): string {
  const href = at(entryOf(exchange), 'href');
  return `${statusOf(exchange)} ${brief(at(bodyOf(exchange), 'status'))}${typeof href === 'string' ? ` at ${href}` : ''}`;
}
