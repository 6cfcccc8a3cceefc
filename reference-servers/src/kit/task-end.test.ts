import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../testing/plain-handlers.ts';
import { createManualClock } from '../runtime/clock.ts';
import { TaskFailed } from './task.ts';
import { createTechAdapter } from './tech-adapter.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** An adapter whose provisioning takes five seconds, and whose removal fails after one. */
function serve() {
  const clock = createManualClock();
  const lines: string[] = [];
  const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } };
  const app = createTechAdapter(
    {
      ...PLAIN,
      provision: () => async () => {
        await clock.sleep(5_000);
        return { result: 'done' };
      },
      unprovision: () => async () => {
        await clock.sleep(1_000);
        throw new TaskFailed('The table is locked.');
      },
    },
    { clock, logger, drainTimeout: 0 },
  );
  servers.push(app);
  const post = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
    const payload = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'a: 1' };
    return (await app.inject({ method: 'POST', url: `/tech-adapter/v1/${path}`, payload, headers })).json();
  };
  const metrics = async () =>
    (await app.inject('/metrics')).body
      .split('\n')
      .filter((line) => /^tessera_task_duration_seconds_(count|sum|bucket.*"10")/.test(line));
  return { clock, post, metrics, logged: () => lines.map((line) => JSON.parse(line)) };
}

describe('a task that has ended', () => {
  it('is one line of the log, with the id of the request that started it', async () => {
    const { clock, post, logged } = serve();
    const token = await post('provision', { 'x-request-id': 'deploy-7' });
    await clock.advance(5_000);
    expect(logged().filter(({ msg }) => msg === 'the task has ended')).toEqual([
      expect.objectContaining({
        level: 30,
        reqId: 'deploy-7',
        token,
        operation: 'provision',
        state: 'COMPLETED',
        ms: 5_000,
      }),
    ]);
  });

  it('is counted by its operation and its state, with its duration', async () => {
    const { clock, post, metrics } = serve();
    for (const path of ['provision', 'provision', 'unprovision']) await post(path);
    expect(await metrics()).toEqual([]);
    await clock.advance(5_000);
    const labels = 'api="tech-adapter",operation="provision",state="COMPLETED"';
    expect((await metrics()).filter((line) => line.includes(labels))).toEqual([
      `tessera_task_duration_seconds_bucket{${labels},le="10"} 2`,
      `tessera_task_duration_seconds_sum{${labels}} 10`,
      `tessera_task_duration_seconds_count{${labels}} 2`,
    ]);
    expect(await metrics()).toContain(
      'tessera_task_duration_seconds_count{api="tech-adapter",operation="unprovision",state="FAILED"} 1',
    );
  });
});
