import { expect, it } from 'vitest';
import { oneIn } from '../../../scripts/test-cases.js';
import { runConformance } from '../../src/run-conformance.ts';
import { doorOf } from '../bench.ts';
import type { Body } from '../reply.ts';
import { useVirtualTime } from '../use-virtual-time.ts';
import { membersOf } from './asked.ts';
import { fairHabits } from './fair-habits.ts';
import { ADAPTERS, listOf, on, onGood, page } from './habits.ts';
import { type Call, type Habits, startPlatform } from './server.ts';

useVirtualTime();

const SEARCH = 'governance.searchEvaluationStatus';
const CHANGES = /^governance\.(patch|update)(Policy|Metric)/;

/** Platforms that meet the contract in an uncommon way. */
const FAIR: readonly (readonly [string, Partial<Habits>])[] = [
  [
    'takes results over in its own time',
    onGood(SEARCH, (body) => ({ ...body, data: page(body).slice(0, 2) })),
  ],
  ['gives two results at a time, and says so', onGood(SEARCH, inShortPages)],
  [
    'reports results by their ids only',
    onGood(SEARCH, (body) => ({
      ...body,
      data: page(body).map((one) => ({ ...membersOf(one), lastResult: { details: { id: 'result-1' } } })),
    })),
  ],
  [
    'knows its own environments only',
    {
      refuse: ({ operation, path, input }, faults) =>
        /registerResources|putTechAdapterDeployment/.test(operation) && isStrange(path, input)
          ? ['environment']
          : faults,
    },
  ],
  [
    'tells one deployment of each data product, and that one late',
    onGood('coordinator-v1.listDeployedDataProducts', (body) => {
      const [first, ...rest] = listOf(body, 'descriptors');
      return { ...body, descriptors: [first, ...rest.slice(0, 2)].filter((one) => one !== undefined) };
    }),
  ],
  [
    'reads what it tells a moment after it has stored it',
    {
      answer: async (reply) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
        return reply;
      },
    },
  ],
  ['indexes adapters a moment after they are stored', lateIndex()],
  [
    'stores times without fractions of a second',
    {
      answer: (reply, { operation }) => {
        const body = membersOf(reply.body);
        const { creationTime } = body;
        return CHANGES.test(operation) && typeof creationTime === 'string'
          ? { ...reply, body: { ...body, creationTime: creationTime.replace(/\.\d+/, '') } }
          : reply;
      },
    },
  ],
];

it.each(oneIn(8, [...FAIR, ...fairHabits]))(
  'reports no violation of a platform that %s',
  async (_what, habits) => {
    const platform = await startPlatform(habits);
    try {
      const report = await runConformance({
        contract: 'platform',
        ...doorOf(platform),
        readOnly: false,
        pollBudget: 700,
        promptness: 500,
        seed: 7,
        ids: { hooks: 'hook-1' },
      });
      // The suite cannot replace an item in use, but it could have before: `not-testable` is an error here.
      const isMissed = (id: string, verdict: string) =>
        verdict === 'not-testable' && id.startsWith('P-01:governance.update');
      const odd = report.checks.filter(
        ({ id, verdict }) => ['fail', 'warn', 'harness-error'].includes(verdict) || isMissed(id, verdict),
      );
      expect(odd.map(({ id, findings }) => ({ id, findings }))).toEqual([]);
    } finally {
      await platform.close();
    }
  },
);

/** Whether a request names an environment that is not configured. */
function isStrange(path: Call['path'], input: unknown): boolean {
  const named = [path['environment'], ...listOf(membersOf(input), 'primaryResources').map(environmentOf)];
  return named.some((one) => one !== undefined && one !== 'development');
}

function environmentOf(resource: unknown): unknown {
  return membersOf(membersOf(resource)['identifier'])['environment'];
}

/** Returns at most two items per page, regardless of the requested page size. */
function inShortPages(body: Body, { input }: Call): Body {
  const asked = membersOf(membersOf(membersOf(input)['resultOptions'])['pagination']);
  const data = page(body);
  if (Number(asked['pageSize'] ?? 50) <= 2) return body;
  const nextCursor = String(Number(asked['cursor'] ?? 0) + 2);
  const pagination = { pageSize: 2, ...(data.length > 2 ? { nextCursor } : {}) };
  return { ...body, data: data.slice(0, 2), meta: { pagination } };
}

/** A text search finds an item only after a first search for the same text. */
function lateIndex(): Partial<Habits> {
  const asked = new Set<unknown>();
  return on(ADAPTERS, (reply, { query }) => {
    const { search } = query;
    if (reply.status !== 200 || search === undefined || asked.has(search)) return reply;
    asked.add(search);
    const told = membersOf(membersOf(membersOf(reply.body)['meta'])['pagination']);
    const pagination = { ...told, total: 0, count: 0 };
    return { ...reply, body: { data: [], meta: { pagination } } };
  });
}
