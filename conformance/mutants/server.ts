import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ApiTable, SchemaDocument } from '@tessera/contracts/vocabulary';
import { parseJson, pointerKeys } from '../src/suite/json.ts';
import { schemasOf } from '../src/suite/schemas.ts';
import { type Body, isBody, pause, type Reply, send } from './reply.ts';
import { type Route, routesOf, textOf } from './routes.ts';
import { type Served, serve } from './virtual-time.ts';

/** A small server to test the suite against. It shares no code with the reference servers. */
export type Adapter = Served;

export type Kind = 'validation' | 'provisioning' | 'reverse';

export interface Job {
  readonly token: string;
  readonly kind: Kind;
  readonly operation: string;
  readonly input: Body;
  readonly startedAt: number;
  /** The result of the job: its terminal state and body. */
  readonly end: Body;
  stopAskedAt?: number;
  reads: number;
  /** Reads since the job finished. */
  readsAfter: number;
}

export interface Call {
  readonly operation: string;
  readonly token: string;
  readonly input: unknown;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

export interface Fault {
  readonly field: string;
  readonly message: string;
}

/** The faults of a request body, by its schema. A null is an absent optional member; an empty text is no fault. */
export function faultsBySchema(schemas: SchemaDocument, name: string, input: unknown): Fault[] {
  if (!isBody(input)) return [{ field: 'body', message: 'the body is no object' }];
  const { departures } = schemasOf(schemas).read(name, input);
  return departures
    .filter(({ keyword }) => keyword !== 'minLength')
    .map(({ pointer, keyword, expected }) => {
      // The first item stands for all of a list.
      const field = pointerKeys(pointer).join('.').replaceAll(/\.\d+/g, '.0');
      return {
        field,
        message: `${field} ${keyword === 'required' ? 'is required' : `is not of ${expected}`}`,
      };
    });
}

/** The behavior of a server, except for task management. */
export interface Domain {
  /** The operations of its contract. A token in the path marks a request about a task. */
  readonly operations: ApiTable['operations'];
  kindOf(operation: string): Kind;
  faultsIn(call: Call): Fault[];
  /** Undefined for operations that start a task. */
  answerAtOnce(call: Call): Reply | undefined;
  /** The result of a job. */
  endOf(operation: string, input: Body): Body;
  refusal(status: number, errors: readonly string[], field?: string): Reply;
  fault(error: string): Reply;
}

/** Everything that a variant or mutant can change. All times in milliseconds. */
export interface Habits {
  readonly mode: 'async' | 'sync';
  readonly termination: boolean;
  /** Whether clients can poll provisioning tasks. */
  readonly status: boolean;
  /** How long a job takes. */
  readonly work: number | ((job: Pick<Job, 'operation' | 'input'>) => number);
  /** Delay before every response. */
  readonly delay: number;
  readonly prefix: string;
  /** Parses a request body; undefined if it is malformed. */
  read(text: string): { value: unknown } | undefined;
  /** Decodes the token in a path. */
  decode(text: string): string;
  token(job: { count: number; kind: Kind; operation: string; input: Body }): string;
  /** The errors of a request, by field. */
  refuse(call: Call, found: Fault[]): Fault[];
  /** The result of a job. */
  finish(end: Body, job: { kind: Kind; operation: string; input: Body }): Body;
  /** The current state of a job, as a client sees it. */
  look(seen: Body, job: Job, now: number): Body;
  find(job: Job | undefined, call: Call, jobs: ReadonlyMap<string, Job>): Job | undefined;
  answer(reply: Reply, call: Call, job: Job | undefined): Reply | Promise<Reply>;
  /** Writes the response itself; returns true if it did. */
  write(response: ServerResponse, reply: Reply): boolean;
}

const HONEST: Habits = {
  mode: 'async',
  termination: true,
  status: true,
  work: 60,
  delay: 0,
  prefix: '',
  read: parseJson,
  decode: decodeURIComponent,
  token: ({ count, kind }) => `${kind}-${count}-${crypto.randomUUID()}`,
  refuse: (_call, found) => found,
  finish: (end) => end,
  look: (seen) => seen,
  find: (job) => job,
  answer: (reply) => reply,
  write: () => false,
};

/** Serves until the caller closes it. */
export async function startServer(changes: Partial<Habits>, domain: Domain): Promise<Adapter> {
  const habits = { ...HONEST, ...changes };
  const world: World = { habits, domain, routes: routesOf(domain.operations), jobs: new Map() };
  const { url, ...served } = await serve((request, response) => {
    respond(world, request)
      .then((reply) => write(habits, response, reply))
      .catch((cause: unknown) => write(habits, response, domain.fault(String(cause))));
  });
  return { ...served, url: new URL(habits.prefix, url) };
}

interface World {
  readonly habits: Habits;
  readonly domain: Domain;
  readonly routes: readonly Route[];
  readonly jobs: Map<string, Job>;
}

interface Outcome {
  readonly reply: Reply;
  readonly job?: Job;
}

async function respond(world: World, request: IncomingMessage): Promise<Reply> {
  const { habits, domain, routes } = world;
  const text = await textOf(request);
  if (habits.delay > 0) await pause(habits.delay);
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  const { headers } = request;
  const isBelow = pathname.startsWith(habits.prefix);
  // A contract without paths serves its operation at the address itself.
  const below = isBelow ? pathname.slice(habits.prefix.length).replace(/^\/$/, '') : ' ';
  const route = routes.find(
    ({ operation, pattern }) => operation.method === request.method && pattern.test(below),
  );
  if (route === undefined) {
    const nothing = domain.refusal(404, [`nothing at ${request.method} ${pathname}`]);
    const stray = { operation: 'none', token: '', input: undefined, query, headers };
    return habits.answer(nothing, stray, undefined);
  }
  const operation = route.operation.id;
  const spelled = route.pattern.exec(below)?.[1];
  const json = habits.read(text);
  const token = habits.decode(spelled ?? '');
  const call: Call = { operation, token, input: json?.value, query, headers };
  const { reply, job } =
    spelled === undefined ? perform(world, request, call, json !== undefined) : ask(world, call);
  return habits.answer(reply, call, job);
}

function perform(world: World, request: IncomingMessage, call: Call, isJson: boolean): Outcome {
  const { habits, domain, jobs } = world;
  const { operation, input } = call;
  const media = request.headers['content-type'];
  if (request.method !== 'GET') {
    if (!(media ?? '').startsWith('application/json'))
      return { reply: domain.refusal(media === undefined ? 400 : 415, ['send application/json']) };
    if (!isJson) return { reply: domain.refusal(400, ['the body is not JSON']) };
  }
  const found = habits.refuse(call, domain.faultsIn(call));
  if (found.length > 0) {
    const messages = found.map(({ message }) => message);
    return { reply: domain.refusal(400, messages, found[0]?.field) };
  }
  const body = isBody(input) ? input : {};
  const kind = domain.kindOf(operation);
  const atOnce = domain.answerAtOnce(call);
  if (atOnce !== undefined) {
    const told = isBody(atOnce.body)
      ? { body: habits.finish(atOnce.body, { kind, operation, input: body }) }
      : {};
    return { reply: { ...atOnce, ...told } };
  }
  const end = habits.finish(domain.endOf(operation, body), { kind, operation, input: body });
  if (habits.mode === 'sync' && operation !== 'asyncValidate') {
    return end['refused'] === undefined
      ? { reply: { status: 200, body: end } }
      : { reply: domain.refusal(400, [String(end['refused'])]) };
  }
  const token = habits.token({ count: jobs.size + 1, kind, operation, input: body });
  const startedAt = performance.now();
  const job: Job = { token, kind, operation, input: body, startedAt, end, reads: 0, readsAfter: 0 };
  if (!jobs.has(token)) jobs.set(token, job);
  return { reply: { status: 202, body: token }, job };
}

function ask({ habits, domain, jobs }: World, call: Call): Outcome {
  const kind = domain.kindOf(call.operation);
  const own = jobs.get(call.token);
  const job = habits.find(own?.kind === kind ? own : undefined, call, jobs);
  const found = job === undefined ? {} : { job };
  if (call.operation === 'getStatus' && !habits.status)
    return { reply: { status: 501, body: { error: 'status is not supported' } }, ...found };
  if (call.operation === 'terminateProvisioning') {
    if (!habits.termination)
      return { reply: { status: 501, body: { error: 'termination is not supported' } }, ...found };
    if (job === undefined) return { reply: domain.refusal(400, ['provisioning operation not found']) };
    if (!isOver(habits, job)) job.stopAskedAt ??= performance.now();
    return { reply: { status: 200, body: stateOf(habits, job) }, job };
  }
  if (job === undefined) return { reply: domain.refusal(400, ['operation not found']) };
  job.reads += 1;
  if (isOver(habits, job)) job.readsAfter += 1;
  return { reply: { status: 200, body: habits.look(stateOf(habits, job), job, performance.now()) }, job };
}

function workOf({ work }: Habits, job: Job): number {
  return typeof work === 'number' ? work : work(job);
}

function isOver(habits: Habits, job: Job): boolean {
  return performance.now() - job.startedAt >= workOf(habits, job) || job.stopAskedAt !== undefined;
}

function stateOf(habits: Habits, job: Job): Body {
  const now = performance.now();
  const log = { timestamp: new Date().toISOString(), level: 'INFO', message: 'working' };
  if (job.stopAskedAt !== undefined) {
    const over = now - job.stopAskedAt >= workOf(habits, job) / 2;
    return { status: over ? 'TERMINATED' : 'TERMINATING', result: over ? 'stopped on request' : '' };
  }
  if (now - job.startedAt >= workOf(habits, job)) return job.end;
  const body: Body = { status: 'RUNNING', ...(job.kind === 'provisioning' ? { logs: [log] } : {}) };
  return job.kind === 'reverse' ? { ...body, updates: {} } : body;
}

function write(habits: Habits, response: ServerResponse, reply: Reply): void {
  if (habits.write(response, reply)) return;
  const { body } = reply;
  send(
    response,
    isBody(body) && 'refused' in body ? { ...reply, body: { ...body, refused: undefined } } : reply,
  );
}
