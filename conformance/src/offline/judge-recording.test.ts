import { beforeAll, describe, expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import type { Adapter } from '../../mutants/server.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { runConformance } from '../run-conformance.ts';
import type { Exchange } from '../suite/exchange.ts';
import { judgeRecording } from './judge-recording.ts';

useVirtualTime();

/** A run against a conformant adapter, as a proxy would have recorded it. */
let lines: string[];
let traffic: Exchange[];
beforeAll(async () => {
  const adapter: Adapter = await startAdapter({ work: 30 });
  traffic = [];
  await runConformance({
    contract: 'tech-adapter',
    ...doorOf(adapter),
    seed: 2,
    headers: { authorization: 'Bearer hush-hush-12345' },
    onExchange: (exchange) => traffic.push(exchange),
  });
  await adapter.close();
  lines = traffic.map((one) => JSON.stringify(entryOf(one)));
});

const entryOf = ({ sent, received, at, took }: Exchange) => ({
  request: {
    method: sent.method,
    url: `http://adapter.example.com/warehouse${sent.path}`,
    headers: { ...sent.headers, authorization: 'Bearer hush-hush-12345' },
    body: sent.text,
  },
  response: { status: received?.status, headers: received?.headers, body: received?.text },
  startedAt: 1_700_000_000_000 + at,
  took,
});
const judge = (text: string) =>
  judgeRecording({ contract: 'tech-adapter', recording: { path: 'traffic.ndjson', text } });
const verdictOf = async (text: string, id: string) =>
  (await judge(text)).checks.find((check) => check.id === id)?.verdict;

describe('a recording', () => {
  it('is checked without sending anything, and is never conformant', async () => {
    const report = await judge(lines.join('\n'));
    expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({
      verdict: 'partial',
      exitCode: 2,
    });
    expect(report.counts.fail).toBe(0);
    expect(report.counts['harness-error']).toBe(0);
    expect(report.counts.pass).toBeGreaterThan(15);
    expect(report.notes[0]).toContain('nothing was sent');
    expect(report.notes[0]).toContain(`of ${traffic.length} recorded requests`);
  });

  it('reveals a terminal state that changes', async () => {
    const done = traffic.findIndex(({ received }) => received?.text.includes('"COMPLETED"') === true);
    const again = traffic[done];
    expect(again).toBeDefined();
    if (again === undefined) return;
    const late = entryOf({ ...again, at: again.at + 60_000 });
    const changed = { ...late, response: { ...late.response, body: '{"status":"RUNNING"}' } };
    expect(await verdictOf([...lines, JSON.stringify(changed)].join('\n'), 'A-08')).toBe('fail');
    expect(await verdictOf(lines.join('\n'), 'A-08')).toBe('pass');
  });

  it('reveals a response that violates its schema, in a HAR file, too', async () => {
    const har = (status: string): string =>
      JSON.stringify({
        log: {
          entries: [
            {
              startedDateTime: '2026-11-20T10:00:00.000Z',
              time: 12,
              request: {
                method: 'GET',
                url: 'https://adapter.example.com/any/prefix/v1/provision/t-1/status',
                headers: [{ name: 'Accept', value: 'application/json' }],
              },
              response: {
                status: 200,
                headers: [{ name: 'Content-Type', value: 'application/json' }],
                content: { mimeType: 'application/json', text: JSON.stringify({ status, result: '' }) },
              },
            },
          ],
        },
      });
    expect(await verdictOf(har('DONE'), 'TA-13')).toBe('fail');
    expect(await verdictOf(har('COMPLETED'), 'TA-13')).toBe('pass');
  });

  it('names the address of the traffic, and uses it in reproducers', async () => {
    const elsewhere = lines
      .filter((_, index) => traffic[index]?.intent === 'valid')
      .slice(0, 1)
      .map((line) => line.replace('http://adapter.example.com/warehouse', 'https://old.example.com'));
    const report = await judge([...lines, ...elsewhere].join('\n'));
    expect(report.target.url).toBe('http://adapter.example.com/warehouse');
    const [first, ...rest] = report.exchanges;
    expect(first?.request.path).toMatch(/^\/v[12]\//);
    expect(first?.curl).toContain(`'http://adapter.example.com/warehouse${first?.request.path}'`);
    expect(rest.some(({ curl }) => curl.includes("'https://old.example.com/v"))).toBe(true);
  });

  it('uses a given address in reproducers, including its prefix', async () => {
    const url = new URL('http://adapter.example.com/warehouse/');
    const recording = { path: 'traffic.ndjson', text: lines.join('\n') };
    const report = await judgeRecording({ contract: 'tech-adapter', url, recording });
    expect(report.target.url).toBe('http://adapter.example.com/warehouse');
    expect(report.exchanges[0]?.curl).toContain("'http://adapter.example.com/warehouse/v");
  });

  it('expects no success of a request whose parameters break the contract', async () => {
    const intentOf = async (query: string) => {
      const url = `http://picker.example.com/v1/resources?${query}`;
      const request = { method: 'POST', url, headers: {}, body: '{}' };
      const text = JSON.stringify({ request, response: { status: 400, headers: {}, body: '{}' } });
      const recording = { path: 'traffic.ndjson', text };
      return (await judgeRecording({ contract: 'custom-url-picker', recording })).exchanges[0]?.intent;
    };
    expect(await intentOf('offset=0&limit=5')).toBe('valid');
    for (const query of ['offset=-1&limit=5', 'offset=0', 'offset=zero&limit=5'])
      expect(await intentOf(query)).toBe('invalid');
  });

  it('does not claim that the recorded requests changed nothing', async () => {
    expect((await judge(lines.join('\n'))).run.readOnly).toBe(false);
  });

  it('reports checks without traffic as not testable', async () => {
    const polls = lines
      .filter((line) => line.includes('/status"') && line.includes('"status":200'))
      .slice(0, 1);
    const report = await judge(polls.join('\n'));
    const provision = report.checks.find(({ id }) => id === 'TA-12');
    const answers = report.checks.find(({ id }) => id === 'X-05');
    expect([provision?.verdict, answers?.verdict]).toEqual(['not-testable', 'not-testable']);
  });

  it('gives the reason for untested checks, and names no option that was not passed', async () => {
    const reasons = (await judge(lines.join('\n'))).checks.map(({ reason }) => reason ?? '');
    expect(reasons.filter((reason) => reason.includes('--read-only'))).toEqual([]);
    expect(reasons.filter((reason) => reason.includes('nothing is sent')).length).toBeGreaterThan(5);
  });

  it('does not print recorded secrets', async () => {
    const report = await judge(lines.join('\n'));
    expect(JSON.stringify(report)).not.toContain('hush-hush-12345');
  });

  it('that shows no request of the contract is inconclusive', async () => {
    const report = await judge(
      '{"request":{"method":"GET","url":"http://other.example.com/health"},"response":{"status":200}}',
    );
    expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({
      verdict: 'inconclusive',
      exitCode: 4,
    });
  });

  it.each([
    { name: 'not JSON', text: 'GET /v1/validate', says: 'line 1: is not a JSON object' },
    { name: 'a log without entries', text: '{"log":{"version":"1.2"}}', says: 'has no list of entries' },
    { name: 'nothing', text: '\n', says: 'contains no request' },
    { name: 'a request without an address', text: '{"request":{"method":"GET"}}', says: 'an absolute url' },
  ])('with $name is rejected with its location', async ({ text, says }) => {
    await expect(judge(text)).rejects.toThrow(says);
  });
});
