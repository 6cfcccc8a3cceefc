import { createCoordinatorV2 } from '@tessera/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeUnit } from '../testing/open-platform.ts';
import { findPostgres, startPostgres } from '../testing/postgres.ts';
import { kill, startProcess } from '../testing/process.ts';

describe.skipIf(findPostgres() === undefined)('two processes on one database', () => {
  it('start at the same time on an empty one, and tell each other what changes', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const flags = ['--database-url', server.url];
    const [watched, working] = await Promise.all([startProcess(flags), startProcess(flags)]);
    onTestFinished(() => kill(watched));
    onTestFinished(() => kill(working));
    const notices = await fetch(`${watched.origin}/platform/events`);
    const { token } = await createCoordinatorV2({ baseUrl: `${working.origin}/coordinator` }).startValidation(
      {
        body: { descriptor: describeUnit() },
      },
    );
    expect(await readUntil(notices, `{"kind":"plan","id":"${token}"}`)).toBe(true);
  });
});

/** Reads a stream until it holds a text; false when it ends before. */
async function readUntil({ body }: Response, text: string): Promise<boolean> {
  const decoder = new TextDecoder();
  let read = '';
  for await (const chunk of body ?? []) {
    read += decoder.decode(chunk, { stream: true });
    if (read.includes(text)) return true;
  }
  return false;
}
