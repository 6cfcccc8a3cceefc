import { describe, expect, it } from 'vitest';
import { doorOf } from '../mutants/bench.ts';
import { SECRET, startConsumer } from '../mutants/notifications/consumer.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { runConformance } from '../src/run-conformance.ts';
import { testVariants } from './test-variants.ts';

useVirtualTime();

testVariants(
  'notifications',
  [
    { name: '200 without a body', habits: () => ({}) },
    { name: '204', habits: () => ({ answer: (reply) => (reply.status === 200 ? { status: 204 } : reply) }) },
    {
      name: '202 and a body',
      habits: () => ({ answer: (reply) => (reply.status === 200 ? { status: 202, body: 'queued' } : reply) }),
    },
    {
      name: 'plain text',
      habits: () => ({
        answer: (reply) =>
          reply.status === 200 ? { ...reply, raw: 'ok', headers: { 'content-type': 'text/plain' } } : reply,
      }),
    },
    {
      name: '422 for invalid input',
      habits: () => ({ answer: (reply) => (reply.status === 400 ? { ...reply, status: 422 } : reply) }),
    },
    {
      name: '403 for invalid credentials',
      habits: () => ({ answer: (reply) => (reply.status === 401 ? { ...reply, status: 403 } : reply) }),
    },
    {
      name: 'incomplete notification accepted',
      habits: () => ({
        refuse: ({ input }, found) => (typeof input === 'object' && !Array.isArray(input) ? [] : found),
      }),
    },
    { name: 'an address with a path', habits: () => ({ prefix: '/hooks/platform/4711' }) },
  ],
  startConsumer,
  () => ({ headers: { authorization: SECRET } }),
);

describe('an address that does not accept notifications', () => {
  it('is never called conformant', async () => {
    const consumer = await startConsumer({ answer: () => ({ status: 404 }) });
    try {
      const report = await runConformance({ contract: 'notifications', ...doorOf(consumer), seed: 1 });
      expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({
        verdict: 'partial',
        exitCode: 2,
      });
      // Only this requirement prevents the verdict "conformant": all other findings are warnings.
      const open = report.checks.filter(({ verdict }) => !['pass', 'warn', 'note'].includes(verdict));
      expect(open.filter(({ level }) => level === 'MUST').map(({ requirement }) => requirement)).toEqual([
        'WH-15',
      ]);
    } finally {
      await consumer.close();
    }
  });
});
