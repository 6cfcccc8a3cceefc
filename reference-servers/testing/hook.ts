import { remoteRequestHookFixtures } from '@tessera/contracts/fixtures/remote-request-hook';
import { remoteRequestHook } from '@tessera/contracts/operations/remote-request-hook';
import { remoteRequestHookSchemas } from '@tessera/contracts/schemas/remote-request-hook';
import {
  createRemoteRequestHook,
  type RemoteRequestHookOptions,
} from '../src/extension-points/remote-request-hook.ts';
import { createManualClock } from '../src/runtime/clock.ts';
import { createSequentialIds } from '../src/runtime/ids.ts';
import { CLEAN_UP_TIME } from '../src/runtime/time-limit.ts';
import { createBench, exampleOf } from './bench.ts';

/** All responses of the services of a test file. */
export const bench = createBench(remoteRequestHook, remoteRequestHookSchemas);

/** How long a rule takes to decide, in milliseconds. */
export const DECISION_MS = 1000;

/** An example of the contract. */
export const example = (status: number, name: string) =>
  exampleOf(remoteRequestHookFixtures, 'requestApproval', status, name);

export const REQUEST_ID = '3f8a1c52-7d09-4f6e-9b5a-0c2d1e4f6a78';

/** What a user may ask for. */
export const FIELDS = {
  identities: ['user:jane.doe_example.com'],
  verb: 'grant',
  motivation: 'Weekly planning',
};

/** A service for approvals on a manual clock that records the requested sleeps. */
export function hook(options: RemoteRequestHookOptions = {}) {
  const clock = createManualClock();
  const pauses: number[] = [];
  const watched: typeof clock = {
    ...clock,
    sleep: (ms, signal) => {
      // The time limits of a request are not pauses between attempts.
      if (ms !== 10_000 && ms !== CLEAN_UP_TIME) pauses.push(ms);
      return clock.sleep(ms, signal);
    },
  };
  const ids = createSequentialIds('case');
  const client = bench.serve(
    createRemoteRequestHook({ clock: watched, ids, decisionMs: DECISION_MS, ...options }),
  );
  async function page(path = '/case-1') {
    const answer = await client.app.inject(`${remoteRequestHook.prefix}/decisions${path}`);
    return { status: answer.statusCode, text: answer.body, headers: answer.headers };
  }
  return {
    ...client,
    page,
    clock,
    pauses,
    ask: (respondToUrl: string, headers: Record<string, string> = {}) =>
      client.call('requestApproval', {
        headers: { 'X-Request-ID': REQUEST_ID, ...headers },
        body: { respondToUrl, fields: FIELDS },
      }),
    /** Waits until the page of the first case shows a state. */
    async reaches(state: string) {
      for (let turns = 0; turns < 10_000; turns += 1) {
        const { text } = await page();
        if (text.includes(`State: ${state}.`)) return text;
        await new Promise((resolve) => setImmediate(resolve));
      }
      throw new Error(`it never became ${state}`);
    },
    async decide(payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) {
      const url = `${remoteRequestHook.prefix}/decisions/case-1`;
      const answer = await client.app.inject({ method: 'POST', url, payload, headers });
      return { status: answer.statusCode, text: answer.body, headers: answer.headers };
    },
  };
}
