import { uselessDescriptorChecks } from '../../checks/empty-descriptor.ts';
import { expectNoFault } from '../../checks/good-requests.ts';
import { expectRefusal } from '../../checks/invalid-check.ts';
import { expectAccepted } from '../../laws/desired-state.ts';
import { expectUnharmed, sendNothing } from '../../laws/steadiness.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { describeAnswer, type Exchange, statusOf, statusText, succeeded } from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import { settled } from '../../suite/work.ts';
import { entryOf, INSERT, isOf, outcomeOf } from './answers.ts';
import type { Facts } from './facts.ts';

/** Mappings without the usual members of a data product; none of these products exists. */
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

/** Complete except for the deployment results of one part. */
const WITHOUT_INFO = [
  'no-info',
  'a data product without results',
  `id: urn:dmb:dp:not:here:0
kind: dataproduct
name: Not here
components:
  - id: urn:dmb:cmp:not:here:0:port
    kind: outputport
    name: Port
`,
] as const;

/** How the plugin reads a descriptor, in any valid format and while other clients send other descriptors. */
export function descriptorChecks(facts: Facts): Check[] {
  return [
    ...uselessDescriptorChecks(facts.run, 'MP-16', { descriptor: facts.descriptor }),
    ...facts.invalid.map((descriptor, index) => invalidCheck(facts, descriptor, index)),
    ...PARTIAL.map((one) => partialCheck(facts, 'delete', one)),
    ...PARTIAL.filter(([of]) => of.endsWith('components')).map((one) => partialCheck(facts, INSERT, one)),
    partialCheck(facts, INSERT, WITHOUT_INFO),
    ...facts.forms.map((form) => formCheck(facts, form)),
    refusalCheck(facts),
    asideCheck(facts),
  ];
}

/** A descriptor that the configuration lists as invalid is refused. */
function invalidCheck({ run: { check, session } }: Facts, descriptor: string, index: number): Check {
  const label = `the invalid sample (${index + 1})`;
  const scope = { of: `invalid-${index + 1}`, operation: INSERT, title: `${INSERT}: ${label} returns 400` };
  return check('MP-16', scope, async (trial) => {
    const value = { descriptor };
    const exchange = await session.call({ operation: INSERT, label, intent: 'valid', value, patient: true });
    expectRefusal(trial, exchange, 'invalid descriptor');
  });
}

/** A removal or an insertion. It names no displayed data product, so nothing can be lost. */
function partialCheck(
  facts: Facts,
  operation: 'delete' | typeof INSERT,
  [of, told, descriptor]: readonly [of: string, told: string, descriptor: string],
): Check {
  const isShown = operation === INSERT;
  const request = `${isShown ? 'an insertion' : 'a removal'} of ${told}`;
  const title = `${request.replace('a', 'A')} causes no system error`;
  return facts.run.check('MP-20', { of: isShown ? `shown-${of}` : of, operation, title }, async (trial) => {
    const exchange = await facts.send(operation, request, { descriptor });
    if (isShown && succeeded(exchange)) await settled(() => facts.send('delete', 'clean up', { descriptor }));
    expectNoFault(trial, exchange, `${told} returns ${statusText(exchange)}`, 'success, or 400');
  });
}

/** The same descriptor in another format describes the same data product. */
function formCheck(facts: Facts, { of, title, show, remove }: Facts['forms'][number]): Check {
  return facts.run.check('MP-05', { of, title, operation: INSERT }, async (trial) => {
    const usual = [
      [await facts.insertLater(), await show()],
      [await facts.remove(), await remove()],
    ] as const;
    for (const [before, exchange] of usual) {
      // All forms are one data product: the removal of another form may have been first.
      const isRemoval = exchange.operation === 'delete' && !succeeded(exchange);
      if (isRemoval && statusOf(exchange) === statusOf(await facts.removeAgain())) continue;
      expectAccepted(trial, before, exchange, `descriptor rejected: ${of}`, 'in the usual form');
    }
  });
}

function refusalCheck(facts: Facts): Check {
  const title = 'A rejected request does not affect the next insertion';
  const scope = { of: 'refused', operation: INSERT, title, phase: 'last' } as const;
  return facts.run.check('MP-05', scope, async (trial) => {
    const [usual, other] = [await facts.lastFirst(), await facts.lastOther()];
    if (usual === undefined || !succeeded(usual))
      throw new NotApplicable('removed data products cannot be inserted again');
    await expectUnharmed(trial, {
      refuse: async () => {
        await facts.insertNow('other', 'another data product, in between');
        return sendNothing(facts.run.session, INSERT, 'an empty insertion');
      },
      ask: async () => (await facts.insertNow('first', 'the data product after a rejected request')) ?? usual,
      usual,
      read: (exchange) => `${statusOf(exchange)}${isOf(other, exchange) ? ', about the other' : ''}`,
    });
  });
}

function asideCheck(facts: Facts): Check {
  const title = 'Concurrent insertions return the same pages as sequential ones';
  return facts.run.check('MP-14', { of: 'aside', operation: INSERT, title }, async (trial) => {
    const alone = { first: await facts.lastFirst(), other: await facts.lastOther() };
    if (alone.first === undefined || alone.other === undefined)
      throw new NotApplicable('there is only one data product');
    if (!succeeded(alone.first) || !succeeded(alone.other))
      throw new NotApplicable('removed data products cannot be inserted again');
    const pages = { first: pageOf(alone.first), other: pageOf(alone.other) };
    const asked = (['first', 'other', 'first', 'other'] as const).map(async (which) => ({
      before: alone[which],
      taken: pages[which === 'first' ? 'other' : 'first'],
      exchange: await facts.insertNow(which, 'several data products at the same time'),
    }));
    for (const { before, taken, exchange } of await Promise.all(asked)) {
      if (before === undefined || exchange === undefined) continue;
      trial.saw(before, exchange);
      // A new page may be that of a new revision; the page of the other data product is wrong.
      const isShared = typeof taken === 'string' && taken !== pageOf(before) && taken === pageOf(exchange);
      if (succeeded(exchange) && !isShared) continue;
      const [expected, actual] = succeeded(exchange)
        ? [brief(pageOf(before)), brief(taken)]
        : [outcomeOf(before), describeAnswer(exchange)];
      return trial.violated({ symptom: 'one page for all', expected, actual }, exchange, before);
    }
  });
}

function pageOf(exchange: Exchange): unknown {
  return at(entryOf(exchange), 'href');
}
