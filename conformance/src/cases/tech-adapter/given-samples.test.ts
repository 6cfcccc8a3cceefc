import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { expect, it } from 'vitest';
import { startAdapter } from '../../../mutants/adapter.ts';
import { doorOf } from '../../../mutants/bench.ts';
import { useVirtualTime } from '../../../mutants/use-virtual-time.ts';
import { runConformance } from '../../run-conformance.ts';
import { nameIn } from '../../suite/clean-up.ts';
import type { ConformanceOptions } from '../../suite/options.ts';
import type { Report } from '../../suite/report.ts';

useVirtualTime();

const good = descriptors['shipments-view'].text;
const broken = descriptors['component-id-unknown'].text;

async function judge(
  samples: ConformanceOptions['samples'],
  only?: string[],
  habits: Parameters<typeof startAdapter>[0] = {},
): Promise<Report> {
  const adapter = await startAdapter({ work: 30, ...habits });
  try {
    return await runConformance({
      contract: 'tech-adapter',
      ...doorOf(adapter),
      descriptor: good,
      seed: 4,
      ...(samples === undefined ? {} : { samples }),
      ...(only === undefined ? {} : { only }),
    });
  } finally {
    await adapter.close();
  }
}

const verdictsOf = (report: Report, start: string): string[] =>
  report.checks.filter(({ id }) => id.startsWith(start)).map(({ id, verdict }) => `${id} ${verdict}`);

it('fails an adapter that reports an invalid sample as valid', async () => {
  const report = await judge({ invalid: [broken, good, '- : ['] }, ['TA-06']);
  expect(verdictsOf(report, 'TA-06:')).toEqual([
    'TA-06:invalid-1 pass',
    'TA-06:invalid-2 fail',
    'TA-06:invalid-3 pass',
  ]);
});

it('deploys every sample with the role other, and removes it again', async () => {
  const names = ['warehouse-tables', 'daily-load', 'shipments-view'] as const;
  const report = await judge({ other: names.map((name) => descriptors[name].text) });
  expect(report.verdict).toBe('conformant');
  expect(verdictsOf(report, 'TA-12:')).toEqual(['TA-12:other-3 pass']);
  const sent = report.exchanges.filter(({ label }) => label === 'provision of another component (3)');
  expect(sent).toHaveLength(1);
  const id = nameIn({ descriptor: descriptors['shipments-view'].text });
  const changes = report.exchanges.filter(
    ({ operation, response, request }) =>
      ['provision', 'unprovision'].includes(operation) &&
      response?.status === 202 &&
      request.body?.includes(id),
  );
  expect(changes.at(-1)?.operation).toBe('unprovision');
  // With two more kinds of components the scenarios that need them run.
  expect(report.checks.find(({ id }) => id === 'TA-27')?.verdict).toBe('pass');
});

it('sends the enriched sample', async () => {
  const enriched = 'id: urn:dmb:dp:own:mine:1\ninfo:\n  publicInfo: {}\n';
  const report = await judge({ enriched: [enriched] }, ['TA-18', 'TA-19']);
  const bodies = report.exchanges.map(({ request }) => request.body ?? '');
  expect(bodies.some((body) => body.includes('urn:dmb:dp:own:mine:1'))).toBe(true);
});

it.each([
  { does: 'deploys it', result: undefined, verdict: 'note' },
  { does: 'fails without saying why', result: 'it did not work', verdict: 'note' },
  {
    does: 'fails and says that it is not authorized',
    result: 'not authorized to deploy to FINANCE',
    verdict: 'pass',
  },
])('reports $verdict when an adapter $does a forbidden sample', async ({ result, verdict }) => {
  const forbidden = descriptors['warehouse-tables'].text;
  const report = await judge({ forbidden: [forbidden] }, ['TA-40'], {
    finish: (end, { operation, input }) =>
      operation === 'provision' && input['descriptor'] === forbidden && result !== undefined
        ? { status: 'FAILED', result }
        : end,
  });
  expect(verdictsOf(report, 'TA-40')).toEqual([`TA-40 ${verdict}`]);
});

it('asks for the sample that the adapter may not deploy', async () => {
  const report = await judge(undefined, ['TA-40']);
  expect(report.checks.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('--sample forbidden=FILE'),
  ]);
});

it('asks for a component that takes longer where a task cannot be terminated in time', async () => {
  const report = await judge(undefined, ['TA-27'], {
    work: 0,
    answer: (reply, { operation }) =>
      operation === 'terminateProvisioning' ? { status: 400, body: { errors: ['it has finished'] } } : reply,
  });
  expect(report.checks.map(({ verdict, reason }) => `${verdict}: ${reason}`)).toEqual([
    expect.stringMatching(/^not-applicable: .*pass --descriptor FILE/),
  ]);
});

it('reports that the descriptor of the caller is valid but failed', async () => {
  const report = await judge(undefined, ['CO-01'], {
    finish: (end, { operation }) =>
      operation === 'provision' ? { status: 'FAILED', result: 'bad luck' } : end,
  });
  expect(verdictsOf(report, 'CO-01')).toEqual(['CO-01 warn']);
});
