import type { OperationEntry } from '@tessera/contracts/vocabulary';
import * as fc from 'fast-check';
import { Pool } from 'undici';
import type { FuzzedContract } from './contract.ts';
import { type Draft, drafts, type FuzzedRequest, requestOf, type Texts } from './requests.ts';

/** What to send where. */
export interface FuzzOptions {
  /** Address of the server, without the prefix of the contract. */
  readonly origin: string;
  readonly contract: FuzzedContract;
  readonly requests: number;
  /** The same seed makes the same choices. */
  readonly seed: number;
  /** Milliseconds after which a missing answer is a problem. */
  readonly hangsAfterMs: number;
}

/** How it went. */
export interface FuzzReport {
  readonly sent: number;
  /** Number of answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** What went wrong, each once, with a request that shows it. */
  readonly problems: readonly string[];
}

/** Answers that come before any operation, and that no contract declares. */
const TRANSPORT = new Set([400, 404, 405, 408, 413, 414, 415, 431]);

/** What an answer must not show: a stack trace, or a file or an error class of the server. */
const INSIDES = /\bat .*[(/].*:\d+:\d+|node_modules|TypeError|RangeError|ECONNREFUSED 127/;

/** Operations that a fuzzer leaves alone. */
const LEFT_ALONE = new Set([
  // Plans wait for adapters, and would wait for those at made-up addresses.
  'registerInfrastructureTemplate',
  'putTechAdapterDeployment',
]);

/** Codes of errors 500 that say what is missing around the server: here there is no language model. */
const MISSING_AROUND = new Set(['MODEL_UNAVAILABLE', 'MODEL_CALL_FAILED']);

/** Requests that are on their way at the same time. */
const CONCURRENCY = 4;

/** Texts with which some requests succeed. */
const GIVEN = [
  'x',
  '7',
  'true',
  'urn:dmb:dp:logistics:shipment-tracking:1',
  'development',
  '5b7c2d1e-8f0a-4d36-9c51-2e6a7f3b8d90',
];

/** Choices that are in memory at the same time. */
const PORTION = 1_000;

/** The most texts of earlier answers that are kept for later requests. */
const MOST_KNOWN = 300;

/** Sends requests that are more or less wrong, and checks each answer against the contract. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { contract, requests, seed } = options;
  const operations = Object.values(contract.table.operations).filter(({ id }) => !LEFT_ALONE.has(id));
  const choices = draw(requests, seed);
  const known: Texts = { given: GIVEN, learned: [] };
  const server = new Pool(options.origin, { connections: CONCURRENCY });
  const statuses = new Map<number, number>();
  const problems = new Map<string, string>();
  const work = async (): Promise<void> => {
    for (const draft of choices) {
      const { operation, request } = requestOf(draft, operations, contract.fixtures, known);
      const answer = await send(server, options, request);
      if (typeof answer !== 'string') {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        learn(answer.text, known.learned);
      }
      const problem = typeof answer === 'string' ? answer : judge(contract, operation, answer);
      if (problem !== undefined) problems.set(`${operation.id}: ${problem}`, describe(request));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await server.close();
  return {
    sent: requests,
    statuses,
    problems: [...problems].map(([problem, request]) => `${problem}\n    ${request}`),
  };
}

/** All choices, a portion at a time. */
function* draw(requests: number, seed: number): Generator<Draft, undefined> {
  for (let drawn = 0; drawn < requests; drawn += PORTION) {
    const numRuns = Math.min(PORTION, requests - drawn);
    yield* fc.sample(drafts, { numRuns, seed: seed + drawn * PORTION });
  }
}

interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
}

/** The answer, or a sentence that says why there is none. */
async function send(
  server: Pool,
  { contract, hangsAfterMs }: FuzzOptions,
  { method, path, headers, body }: FuzzedRequest,
): Promise<Answer | string> {
  try {
    const signal = AbortSignal.timeout(hangsAfterMs);
    const url = contract.table.prefix + path;
    const response = await server.request({ method, path: url, headers, body: body ?? null, signal });
    const mediaType = String(response.headers['content-type'] ?? '');
    return { status: response.statusCode, mediaType, text: await response.body.text() };
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'TimeoutError') return 'no answer';
    return `no answer: ${cause instanceof Error ? cause.message : cause}`;
  }
}

function judge(
  { departure }: FuzzedContract,
  operation: OperationEntry,
  { status, mediaType, text }: Answer,
): string | undefined {
  const declared = operation.responses[String(status)];
  if (status === 500 && !operation.errors['500']?.some((code) => MISSING_AROUND.has(code)))
    return `an error of the server, 500 ${text.slice(0, 200)}`;
  if (INSIDES.test(text)) return `an answer that shows the inside of the server: ${INSIDES.exec(text)?.[0]}`;
  if (declared === undefined) return TRANSPORT.has(status) ? undefined : `${status}, which is not declared`;
  if (declared.schema === undefined || operation.method === 'HEAD') return undefined;
  if (!/\bjson\b/.test(declared.mediaType ?? '')) return undefined;
  if (!/\bjson\b/.test(mediaType)) return `${status} with ${mediaType || 'no media type'} in place of JSON`;
  const wrong = departure(declared.schema, JSON.parse(text));
  return wrong === undefined ? undefined : `${status}, whose body departs from the contract: ${wrong}`;
}

/** Keeps short texts of an answer: tokens, ids and names that later requests may use. */
function learn(text: string, known: string[]): void {
  for (const [, word = ''] of text.slice(0, 4_000).matchAll(/"([^"\\\s]{1,80})"(?!\s*:)/g)) {
    if (known.includes(word)) continue;
    if (known.length < MOST_KNOWN) known.push(word);
    else known[(word.length * 31) % MOST_KNOWN] = word;
  }
}

function describe({ method, path, headers, body }: FuzzedRequest): string {
  const shown = body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 400)}`;
  return `${method} ${path} ${JSON.stringify(headers)}${shown}`;
}
