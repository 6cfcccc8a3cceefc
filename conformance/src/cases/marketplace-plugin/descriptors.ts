import { expectUnharmed, sendNothing } from '../../checks/steadiness.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, statusText, succeeded } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import { entryOf, INSERT, outcomeOf } from './answers.ts';
import type { Facts } from './facts.ts';

/** What describes no data product. */
const NONSENSE: readonly (readonly [of: string, descriptor: string])[] = [
  ['sentence', 'a text and nothing else'],
  ['list', '- one\n- two\n'],
  ['null', '~'],
];

/** Mappings that lack what is usually read of a data product, none of which is anywhere. */
const PARTIAL: readonly (readonly [of: string, told: string, descriptor: string])[] = [
  ['nothing', 'an empty mapping', '{}\n'],
  ['no-id', 'a data product without an id', 'kind: dataproduct\nname: Not here\ncomponents: []\n'],
  [
    'no-components',
    'a data product without components',
    'id: urn:dmb:dp:not:here:0\nkind: dataproduct\nname: Not here\n',
  ],
  [
    'null-components',
    'a data product whose components are null',
    'id: urn:dmb:dp:not:here:0\nkind: dataproduct\nname: Not here\ncomponents: null\n',
  ],
];

/** What is read of a descriptor, however it is written and whoever sends another one beside it. */
export function descriptorChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  const nonsense = [
    ['', facts.notYaml] as const,
    ...NONSENSE.map(([of, descriptor]) => [`.${of}`, descriptor] as const),
  ].flatMap(([of, descriptor]) =>
    [INSERT, 'delete'].map((operation) => ({
      of: `${operation}${of}`,
      operation,
      descriptor,
      label: of === '' ? 'text that is not YAML' : `a descriptor that is a ${of.slice(1)}`,
    })),
  );
  const given = facts.invalid.map((descriptor, index) => ({
    of: `invalid-${index + 1}`,
    operation: INSERT,
    descriptor,
    label: `what is given as invalid (${index + 1})`,
  }));
  return [
    ...[...nonsense, ...given].map(({ of, operation, descriptor, label }) =>
      check('MP-16', { of, operation, title: `${operation}: ${label} gives 400` }, async (trial) => {
        const exchange = await session.call({
          operation,
          label,
          intent: 'valid',
          value: { descriptor },
          patient: true,
        });
        trial.saw(exchange);
        if (statusOf(exchange) === 400) return;
        const symptom = succeeded(exchange) ? 'nonsense taken' : `nonsense gives ${statusText(exchange)}`;
        trial.violated({ symptom, expected: '400', actual: describeAnswer(exchange) }, exchange);
      }),
    ),
    ...PARTIAL.map(([of, told, descriptor]) =>
      check(
        'MP-20',
        { of, operation: 'delete', title: `A removal of ${told} breaks nothing` },
        async (trial) => {
          // It names nothing that is shown, so there is nothing to lose.
          const exchange = await facts.send('delete', `a removal of ${told}`, { descriptor });
          trial.saw(exchange);
          if (statusOf(exchange) > 0 && statusOf(exchange) < 500) return;
          trial.violated(
            {
              symptom: `${told} gives ${statusText(exchange)}`,
              expected: 'an answer, or 400',
              actual: describeAnswer(exchange),
            },
            exchange,
          );
        },
      ),
    ),
    ...facts.forms.map(({ of, title, show, remove }) =>
      check('MP-05', { of, title, operation: INSERT }, async (trial) => {
        const usual: readonly (readonly [Exchange, Exchange])[] = [
          [await facts.insert(), await show()],
          [await facts.remove(), await remove()],
        ];
        for (const [before, exchange] of usual) {
          trial.saw(before, exchange);
          if (!succeeded(before) || succeeded(exchange)) continue;
          trial.violated(
            {
              symptom: `descriptor not read: ${of}`,
              expected: `as in the usual form: ${describeAnswer(before)}`,
              actual: describeAnswer(exchange),
            },
            exchange,
            before,
          );
          return;
        }
      }),
    ),
    check(
      'MP-05',
      {
        of: 'refused',
        operation: INSERT,
        title: 'A refusal leaves the next insertion alone',
        phase: 'last',
      },
      async (trial) => {
        const usual = await facts.lastFirst();
        if (usual === undefined || !succeeded(usual)) throw new NotApplicable('nothing can be shown again');
        await expectUnharmed(trial, {
          refuse: async () => {
            await facts.insertNow('other', 'another data product, in between');
            return sendNothing(session, INSERT, 'an insertion of nothing');
          },
          ask: async () => (await facts.insertNow('first', 'the data product after a refusal')) ?? usual,
          usual,
          read: outcomeOf,
        });
      },
    ),
    check(
      'MP-14',
      {
        of: 'aside',
        operation: INSERT,
        title: 'Data products that come at once have the pages that they have alone',
      },
      async (trial) => {
        const alone = { first: await facts.lastFirst(), other: await facts.lastOther() };
        if (alone.first === undefined || alone.other === undefined)
          throw new NotApplicable('there is only one data product');
        const asked = (['first', 'other', 'first', 'other'] as const).map(async (which) => ({
          which,
          exchange: await facts.insertNow(which, 'several data products at once'),
        }));
        for (const { which, exchange } of await Promise.all(asked)) {
          const before = alone[which];
          if (before === undefined || exchange === undefined) continue;
          trial.saw(before, exchange);
          const [own, told] = [before, exchange].map((one) => at(entryOf(one), 'href'));
          if (succeeded(exchange) && (own === told || typeof own !== 'string')) continue;
          trial.violated(
            {
              symptom: 'one page for all',
              expected: succeeded(exchange) ? brief(own) : outcomeOf(before),
              actual: succeeded(exchange) ? brief(told) : describeAnswer(exchange),
            },
            exchange,
            before,
          );
          return;
        }
      },
    ),
  ];
}
