import { describe, expect, it } from 'vitest';
import { doorOf } from '../mutants/bench.ts';
import { startPlugin as startCatalog } from '../mutants/data-catalog-plugin/plugin.ts';
import { startPlugin as startMarketplace } from '../mutants/marketplace-plugin/plugin.ts';
import { listenForDecisions, startHook } from '../mutants/remote-request-hook/hook.ts';
import type { Adapter, Habits } from '../mutants/server.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { runConformance } from '../src/run-conformance.ts';
import type { Report } from '../src/suite/report.ts';

useVirtualTime();

type Start = (habits: Partial<Habits>) => Promise<Adapter>;

async function judge(contract: string, start: Start, habits: Partial<Habits>): Promise<Report> {
  const server = await start(habits);
  try {
    return await runConformance({ contract, ...doorOf(server), pollBudget: 1_500, promptness: 300, seed: 5 });
  } finally {
    await server.close();
  }
}

const plain = (status: number): { status: number; raw: string; headers: Record<string, string> } => ({
  status,
  raw: 'Internal Server Error',
  headers: { 'content-type': 'text/plain' },
});

/** Nonconformant behavior seen in real servers, each with a requirement that its only headline must include. */
const FIELD: readonly {
  name: string;
  contract: string;
  start: Start;
  habits: Partial<Habits>;
  headline: string;
}[] = [
  {
    name: 'a 500 instead of a 501 for the status',
    contract: 'data-catalog-plugin',
    start: startCatalog,
    habits: {
      mode: 'sync',
      answer: (reply, { operation }) => (operation === 'getStatus' ? plain(500) : reply),
    },
    headline: 'DC-05',
  },
  {
    name: 'no reference of entities',
    contract: 'data-catalog-plugin',
    start: startCatalog,
    habits: {
      answer: (reply, { operation }) =>
        operation === 'getEntityReference' ? { status: 404, body: { detail: 'Not Found' } } : reply,
    },
    headline: 'DC-08',
  },
  {
    name: 'a 200 for a change of access',
    contract: 'marketplace-plugin',
    start: startMarketplace,
    habits: {
      answer: (reply) => (reply.status === 204 ? { status: 200, body: { message: 'ok' } } : reply),
    },
    headline: 'MP-07',
  },
];

describe('a defect in the field', () => {
  it.each(FIELD)('$name is reported once', async ({ contract, start, habits, headline }) => {
    const report = await judge(contract, start, habits);
    expect(report.headlines).toHaveLength(1);
    expect(report.headlines[0]?.checks.map((check) => check.split(':')[0])).toContain(headline);
  });

  it('a service with human decisions leaves the run open, without a failure', async () => {
    const server = await startHook({ deliver: async () => undefined });
    try {
      const report = await runConformance({
        contract: 'remote-request-hook',
        ...doorOf(server),
        ...listenForDecisions(),
        headers: { authorization: 'Bearer of-the-platform' },
        manualDecisions: true,
        seed: 5,
      });
      expect({ verdict: report.verdict, headlines: report.headlines }).toEqual({
        verdict: 'partial',
        headlines: [],
      });
    } finally {
      await server.close();
    }
  });

  it('a service on another machine needs an address for its decisions', async () => {
    const report = await runConformance({
      contract: 'remote-request-hook',
      url: new URL('http://hook.invalid'),
      seed: 5,
      timeout: 2_000,
    });
    expect(report.exitCode).toBe(6);
  });
});
