import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { doorOf } from '../mutants/bench.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { serve } from '../mutants/virtual-time.ts';
import { renderFiles } from './reports/formats.ts';
import { createTerminal } from './reports/terminal.ts';
import { runConformance } from './run-conformance.ts';
import type { ConformanceOptions } from './suite/options.ts';
import type { Report } from './suite/report.ts';

useVirtualTime();

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

async function judge(listener: RequestListener, more: Partial<ConformanceOptions> = {}): Promise<Report> {
  const server = await serve(listener);
  stop = server.close;
  return runConformance({
    contract: 'tech-adapter',
    ...doorOf(server),
    timeout: 400,
    pollBudget: 500,
    seed: 1,
    ...more,
  });
}

const json = { 'content-type': 'application/json' };
/** Compresses by a factor of 1000: a client should not read all of it. */
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));

/** Short JSON text whose parsed value takes many times its memory. */
const WIDE = JSON.stringify(
  Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`m${index}`, 0])),
);
/** Moves the cursor, colors, sets the title of the window, and ends the line. */
const ESCAPES = '\u001B[2J\u001B[31m\u001B]0;title\u0007\u009B1A\rover';
/** Control characters that a terminal interprets, except line ends and tabs. */
const CONTROLS = /[^\t\n\P{Cc}]/u;
/** Bytes that one run may add to the memory of the process. */
const MEMORY = 300 * 1024 * 1024;

/** Sends a mebibyte whenever the socket can accept one. */
function pour(response: ServerResponse, headers: object = {}): void {
  response.writeHead(200, { ...json, ...headers });
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const go = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', go);
  response.on('error', () => undefined);
  go();
}

describe('a target that fails for every request', () => {
  it.each<{ name: string; listener: RequestListener; says: RegExp; cause?: string }>([
    {
      name: 'returns HTML for every request',
      listener: (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end('<!doctype html><title>Welcome</title>');
      },
      says: /text\/html/,
      cause: 'html',
    },
    {
      name: 'redirects to itself forever',
      listener: (request, response) => {
        response.writeHead(302, { location: request.url ?? '/' });
        response.end();
      },
      says: /302/,
      cause: 'trailing-slash',
    },
    {
      name: 'closes the connection during the response',
      listener: (_request, response) => {
        response.writeHead(200, { ...json, 'content-length': '100' });
        response.write('{"status":');
        setImmediate(() => response.destroy());
      },
      says: /closed during the response/,
    },
    {
      name: 'closes the connection before the response',
      listener: (request) => void request.socket.destroy(),
      says: /the connection was closed without a response/,
    },
    {
      name: 'never ends its response',
      listener: (_request, response) => pour(response),
      says: /more than 4194304 bytes/,
    },
    {
      name: 'returns a decompression bomb',
      listener: (_request, response) => {
        response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
        response.end(BOMB);
      },
      says: /cannot be read/,
    },
    {
      name: 'returns bytes that are not UTF-8',
      listener: (_request, response) => {
        response.writeHead(200, json);
        response.end(Buffer.from([0x22, 0xff, 0xfe, 0x22]));
      },
      says: /UTF-8|no UTF-8|200/,
    },
    {
      name: 'returns lists nested twenty thousand levels deep',
      listener: (_request, response) => {
        response.writeHead(200, json);
        response.end('['.repeat(20_000) + ']'.repeat(20_000));
      },
      says: /\[\[\[/,
    },
    {
      name: 'sends headers without end',
      listener: (_request, response) => {
        response.writeHead(200, { ...json, 'x-long': 'x'.repeat(64 * 1024) });
        response.end('{}');
      },
      says: /header|overflow/i,
    },
    {
      name: 'sends gigabytes',
      listener: (_request, response) => pour(response, { 'content-length': String(8 * 1024 ** 3) }),
      says: /more than 4194304 bytes/,
    },
    {
      name: 'sends its response one byte at a time',
      listener: (_request, response) => {
        response.writeHead(200, { ...json, 'content-length': '1000' });
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      },
      says: /no complete response within 400 ms/,
    },
    {
      name: 'sends interim responses without end',
      listener: (_request, response) => {
        const hints = setInterval(() => response.writeProcessing(), 5);
        response.on('close', () => clearInterval(hints));
      },
      says: /no complete response within 400 ms/,
    },
    {
      name: 'returns tens of thousands of fields',
      listener: (_request, response) => {
        response.writeHead(200, json);
        response.end(WIDE);
      },
      says: /a run keeps large responses of \d+ bytes and \d+ values/,
    },
  ])('$name is not conformant, and says why', async ({ listener, says, cause }) => {
    const before = process.memoryUsage().rss;
    const report = await judge(listener);
    const told = [
      report.obstacle ?? '',
      ...report.headlines.map(({ actual }) => actual),
      ...report.checks.map(({ reason }) => reason ?? ''),
    ];
    expect(told.join('\n')).toMatch(says);
    expect(report.counts['harness-error']).toBe(0);
    expect(['non-conformant', 'inconclusive']).toContain(report.verdict);
    if (cause !== undefined) expect(report.headlines.map((one) => one.cause?.id)).toContain(cause);
    expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY);
  });

  it('cannot control a terminal with escape sequences', async () => {
    const printed: string[] = [];
    const terminal = createTerminal({
      quiet: false,
      plain: true,
      verbose: true,
      write: (text) => void printed.push(text),
    });
    const report = await judge(
      (_request, response) => {
        response.writeHead(400, { 'content-type': 'text/plain', 'x-escapes': '\u009B1A' });
        response.end(ESCAPES);
      },
      { onOutcome: terminal.outcome, onExchange: terminal.exchange },
    );
    terminal.end(report, []);
    expect(report.verdict).toBe('non-conformant');
    expect(printed.join('')).toContain('over');
    const files = renderFiles(report, ['markdown', 'junit']);
    for (const [name, shown] of Object.entries({ terminal: printed.join(''), ...files }))
      expect({ name, control: CONTROLS.exec(shown)?.[0] }).toEqual({ name, control: undefined });
  });

  it('is checked when only an unknown token gets no response', async () => {
    const report = await judge((request, response) => {
      if (request.url?.endsWith('/status') === true) {
        request.socket.destroy();
        return;
      }
      response.writeHead(200, json);
      response.end('{"valid":true}');
    });
    expect(report.obstacle).toBeUndefined();
    const silent = report.headlines.find(({ checks }) => checks.includes('A-11:getStatus.uuid'));
    expect(silent?.cause?.id).toBe('closed-connection');
  });

  it('with many timeouts: the report recommends a shorter --timeout', async () => {
    const listener: RequestListener = (request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += String(chunk);
      });
      request.on('end', () => {
        if (!text.includes('dataProduct')) return;
        response.writeHead(200, json);
        response.end('{"valid":true}');
      });
    };
    const report = await judge(listener, { only: ['X-11', 'TA-07', 'TA-11'] });
    expect(report.notes.join(' ')).toMatch(/\d+ of \d+ requests got no response/);
    expect(report.headlines.map(({ cause }) => cause?.id)).toContain('hanging-request');
  });

  it('is unreachable when it accepts a connection and never responds', async () => {
    const report = await judge(() => undefined);
    expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({
      verdict: 'inconclusive',
      exitCode: 6,
    });
    expect(report.obstacle).toContain('within 400 ms');
  });

  it('that responds slowly, within the timeout, is checked completely', async () => {
    const report = await judge(
      (_request, response) => {
        setTimeout(() => {
          response.writeHead(404, json);
          response.end('{"errors":["nothing here"]}');
        }, 100);
      },
      { only: ['X-01', 'TA-11'] },
    );
    expect(report.run.interrupted).toBe(false);
    expect(report.notes.join(' ')).toContain('No path of the contract responds');
  });

  it('gets no more than the maximum number of requests, except for cleaning up', async () => {
    const report = await judge(
      (_request, response) => {
        response.writeHead(500, json);
        response.end('{"error":"broken"}');
      },
      { maxRequests: 7 },
    );
    // The suite still removes what it created.
    const asked = report.exchanges.filter(({ label }) => label !== 'clean up');
    expect(asked.length).toBeLessThanOrEqual(7);
    expect(report.verdict).not.toBe('conformant');
  });
});

describe('nothing executed', () => {
  it('is never reported as success', async () => {
    const report = await judge(
      (_request, response) => {
        response.writeHead(501, json);
        response.end('{"error":"not supported"}');
      },
      { only: ['TA-26'] },
    );
    expect(report.exitCode).not.toBe(0);
  });
});
