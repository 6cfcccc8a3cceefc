import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { GOOD } from '../../mutants/integrator/traffic.ts';
import { findSuite } from '../contracts.ts';
import { recordAsPlatform } from '../fake-platform/record.ts';
import { judgeRecording } from '../offline/judge-recording.ts';
import { listenAndJudge } from './listen.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The address of an adapter that answers every request, or of no server at all. */
async function adapterAt(answers: boolean): Promise<string> {
  const server = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  if (answers) closing.push(() => server.close());
  else await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function judgeRegistration(url: string, answers: Record<string, number> = {}) {
  const { contract } = await findSuite('integrator');
  const platform = await recordAsPlatform({ contract, answers });
  const [good] = GOOD;
  const body = JSON.stringify({ ...(typeof good?.body === 'object' ? good.body : {}), url });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${platform.url}${good?.path}`, { method: 'POST', headers, body });
  const recording = { path: platform.url, text: platform.text() };
  await platform.close();
  const ids = { environment: 'development' };
  return { answer, report: await judgeRecording({ contract: 'integrator', ids, recording, isFresh: true }) };
}

describe('the stub of the platform', () => {
  it('accepts a registration according to the contract, and calls the adapter', async () => {
    const { answer, report } = await judgeRegistration(await adapterAt(true));
    expect([answer.status, await answer.json()]).toEqual([200, 'OK']);
    expect(report.checks.find(({ id }) => id === 'TR-04')?.verdict).toBe('pass');
    expect(report.verdict).toBe('conformant');
  });

  it('reports that a registered adapter cannot be reached', async () => {
    const { report } = await judgeRegistration(await adapterAt(false));
    expect(report.headlines.map(({ check }) => check)).toEqual(['TR-04']);
    expect(report.exitCode).toBe(1);
  });

  it('returns the configured status', async () => {
    const { answer } = await judgeRegistration('http://127.0.0.1:9', { registerTechAdapter: 400 });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty('errors');
  });

  it('is never conformant without requests', async () => {
    const options = { contract: 'integrator', url: new URL('http://recording.invalid') };
    const listen = { wait: 30, answers: {} };
    const report = await listenAndJudge(options, listen, new AbortController().signal, true);
    expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({
      verdict: 'inconclusive',
      exitCode: 4,
    });
    expect(report.notes).toEqual(['The suite stood in for the platform, and received no request.']);
    expect(new Date(report.run.startedAt).getFullYear()).toBeGreaterThan(2000);
  });

  it.each([
    { contract: 'tech-adapter', answers: {}, message: 'checks the contract integrator' },
    { contract: 'integrator', answers: { nothing: 200 }, message: 'no operation nothing' },
  ])('rejects $contract with $answers', async ({ contract, answers, message }) => {
    const options = { contract, url: new URL('http://recording.invalid') };
    const listening = listenAndJudge(options, { wait: 1, answers }, new AbortController().signal, true);
    await expect(listening).rejects.toThrow(message);
  });
});
