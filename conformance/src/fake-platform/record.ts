import { createServer } from 'node:http';
import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { Contract } from '../suite/contract.ts';
import { at, isObject } from '../suite/json.ts';
import { matchOperation } from '../suite/match.ts';
import type { Callback } from '../suite/options.ts';
import { portOf, readBody } from './listener.ts';

/** A platform that accepts all requests of integrators, and records them. */
export interface RecordingPlatform {
  readonly url: string;
  /** The requests and answers as NDJSON for `--recording`. */
  text(): string;
  close(): Promise<void>;
}

export interface RecordingPlatformOptions {
  readonly contract: Contract;
  readonly callback?: Callback;
  /** Statuses to answer with, by operation; the first success of the contract when absent. */
  readonly answers?: Readonly<Record<string, number>>;
  /** Called with a readable line for every request. */
  readonly onArrival?: (line: string) => void;
}

/** Listens on the loopback interface, or on the port of the public address on all of them. */
export async function recordAsPlatform(options: RecordingPlatformOptions): Promise<RecordingPlatform> {
  const { contract, callback, answers = {} } = options;
  const lines: string[] = [];
  const server = createServer((request, response) => {
    const startedAt = Date.now();
    readBody(request)
      .then(({ text: body }) => {
        const { method = '', headers } = request;
        const address = new URL(request.url ?? '', base);
        const operation = matchOperation(contract, method, address.pathname)?.operation;
        const reply = operation === undefined ? NO_OPERATION : answerOf(contract, operation, answers);
        const text = reply.body === undefined ? '' : JSON.stringify(reply.body);
        response.writeHead(reply.status, { 'content-type': 'application/json' });
        response.end(text);
        const answer = { status: reply.status, headers: { 'content-type': 'application/json' }, body: text };
        const sent = { method, url: address.href, headers: flat(headers), body };
        lines.push(
          JSON.stringify({ request: sent, response: answer, startedAt, took: Date.now() - startedAt }),
        );
        const what = operation?.id ?? 'no operation of the contract';
        options.onArrival?.(
          `${method} ${address.pathname}${address.search}: ${what}, answered ${reply.status}`,
        );
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const host = callback === undefined ? { host: '127.0.0.1' } : {};
    server.listen({ port: portOf(callback), ...host }, resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const base = callback?.url.href ?? `http://127.0.0.1:${port}/`;
  return {
    url: base.replace(/\/+$/, ''),
    text: () => lines.join('\n'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const NO_OPERATION: Reply = { status: 404, body: { errors: ['the platform has no such operation'] } };

interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** An example of the contract with that status. */
function answerOf(
  contract: Contract,
  operation: OperationEntry,
  answers: Readonly<Record<string, number>>,
): Reply {
  const success = Object.keys(operation.responses).find((status) => status.startsWith('2')) ?? '200';
  const status = answers[operation.id] ?? Number(success);
  const examples = at(contract.fixtures[operation.id], 'responses', String(status));
  const [example] = isObject(examples) ? Object.values(examples) : [];
  return { status, body: at(example, 'value') };
}

function flat(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
