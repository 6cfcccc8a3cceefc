import { ConfigError, judgeRecording } from '@tessera/conformance';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RUNS_ALL } from '../../../../scripts/test-cases.js';
import { mutate, mutations } from './mutate.ts';

/** Recordings to check; many more with TESTS=all, as in the nightly run. */
const RUNS = { numRuns: RUNS_ALL ? 5_000 : 100, seed: 1 };

const header = (name: string, value: string): object => ({ name, value });
const entry = (method: string, path: string, status: number, body: unknown) => ({
  startedDateTime: '2026-01-01T09:00:00.000Z',
  time: 12,
  request: {
    method,
    url: `http://adapter.example.com/warehouse${path}`,
    headers: [header('content-type', 'application/json')],
    ...(method === 'POST' ? { postData: { text: '{"descriptorKind":"COMPONENT_DESCRIPTOR"}' } } : {}),
  },
  response: {
    status,
    headers: [header('content-type', 'application/json')],
    content: { mimeType: 'application/json', text: JSON.stringify(body) },
  },
});

/** A deployment, as a proxy records it (HAR). */
const RECORDING = {
  log: {
    version: '1.2',
    entries: [
      entry('POST', '/v1/validate', 200, { valid: true }),
      entry('POST', '/v1/provision', 202, 'task-1'),
      entry('GET', '/v1/provision/task-1/status', 200, { status: 'RUNNING', result: '' }),
      entry('GET', '/v1/provision/task-1/status', 200, { status: 'COMPLETED', result: '' }),
    ],
  },
};

it('the suite reads a header whose value is no text', async () => {
  const [first] = RECORDING.log.entries;
  const headers = [{ name: 'x-strange', value: { toString: 1 } }];
  const log = { entries: [{ ...first, request: { ...first?.request, headers } }] };
  const recording = { path: 'traffic.har', text: JSON.stringify({ log }) };
  const { counts } = await judgeRecording({ contract: 'tech-adapter', recording });
  expect(counts['harness-error']).toBe(0);
});

it('the suite checks any recording or rejects it with a ConfigError, and never fails itself', async () => {
  const path = 'traffic.har';
  await fc.assert(
    fc.asyncProperty(mutations, async (changes) => {
      const text = JSON.stringify(mutate(RECORDING, changes)) ?? '';
      try {
        const { counts } = await judgeRecording({ contract: 'tech-adapter', recording: { path, text } });
        expect(counts['harness-error']).toBe(0);
      } catch (cause) {
        if (!(cause instanceof ConfigError)) throw cause;
        expect(cause.message).toContain(path);
      }
    }),
    RUNS,
  );
});
