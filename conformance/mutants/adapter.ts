import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'yaml';

/** A small tech adapter for trying the suite on. It shares nothing with the reference servers. */
export interface Adapter {
  readonly url: URL;
  close(): Promise<void>;
}

export type Body = Record<string, unknown>;

/** What the adapter is about to answer. */
export interface Reply {
  status: number;
  /** JSON, unless `raw` is set. */
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
}

export type Kind = 'validation' | 'provisioning' | 'reverse';

export interface Job {
  readonly token: string;
  readonly kind: Kind;
  readonly operation: string;
  readonly input: Body;
  readonly startedAt: number;
  /** State and body at the end. */
  readonly end: Body;
  stopAskedAt?: number;
  reads: number;
  /** Reads since the end. */
  readsAfter: number;
}

export interface Call {
  readonly operation: string;
  readonly token: string;
  readonly input: unknown;
}

/** Everything that a habit or a crime may change. All times in milliseconds. */
export interface Habits {
  readonly mode: 'async' | 'sync';
  readonly termination: boolean;
  /** How long a job takes. */
  readonly work: number;
  /** Delay before every answer. */
  readonly delay: number;
  readonly prefix: string;
  /** Reads the token of a path. */
  decode(text: string): string;
  token(job: { count: number; kind: Kind; operation: string; input: Body }): string;
  /** What is wrong with a request, by member. */
  refuse(call: Call, found: { field: string; message: string }[]): { field: string; message: string }[];
  /** How a job ends. */
  finish(end: Body, job: { kind: Kind; operation: string; input: Body }): Body;
  /** What a job looks like now. */
  look(seen: Body, job: Job, now: number): Body;
  find(job: Job | undefined, call: Call, jobs: ReadonlyMap<string, Job>): Job | undefined;
  answer(reply: Reply, call: Call, job: Job | undefined): Reply | Promise<Reply>;
  /** Ends the connection in some way of its own; true when it has. */
  write(response: ServerResponse, reply: Reply): boolean;
}

const HONEST: Habits = {
  mode: 'async',
  termination: true,
  work: 60,
  delay: 0,
  prefix: '',
  decode: decodeURIComponent,
  token: ({ count, kind }) => `${kind}-${count}-${crypto.randomUUID()}`,
  refuse: (_call, found) => found,
  finish: (end) => end,
  look: (seen) => seen,
  find: (job) => job,
  answer: (reply) => reply,
  write: () => false,
};

const ROUTES: readonly (readonly [method: string, path: RegExp, operation: string])[] = [
  ['POST', /^\/v2\/validate$/, 'asyncValidate'],
  ['GET', /^\/v2\/validate\/([^/]+)\/status$/, 'getValidationStatus'],
  ['POST', /^\/v1\/validate$/, 'validate'],
  ['POST', /^\/v1\/provision$/, 'provision'],
  ['GET', /^\/v1\/provision\/([^/]+)\/status$/, 'getStatus'],
  ['DELETE', /^\/v1\/provision\/([^/]+)$/, 'terminateProvisioning'],
  ['POST', /^\/v1\/unprovision$/, 'unprovision'],
  ['POST', /^\/v1\/updateacl$/, 'updateacl'],
  ['POST', /^\/v1\/reverse-provisioning$/, 'runReverseProvisioning'],
  ['GET', /^\/v1\/reverse-provisioning\/([^/]+)\/status$/, 'getReverseProvisioningStatus'],
];

const KINDS: Readonly<Record<string, Kind>> = {
  asyncValidate: 'validation',
  getValidationStatus: 'validation',
  runReverseProvisioning: 'reverse',
  getReverseProvisioningStatus: 'reverse',
};

/** Serves until closed. */
export async function startAdapter(changes: Partial<Habits> = {}): Promise<Adapter> {
  const habits = { ...HONEST, ...changes };
  const jobs = new Map<string, Job>();
  const server = createServer((request, response) => {
    respond(habits, jobs, request)
      .then((reply) => write(habits, response, reply))
      .catch((cause: unknown) => write(habits, response, fault(String(cause))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has an address and a port
  return {
    url: new URL(`http://127.0.0.1:${port}${habits.prefix}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(habits: Habits, jobs: Map<string, Job>, request: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  if (habits.delay > 0) await new Promise((resolve) => setTimeout(resolve, habits.delay));
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const below = path.startsWith(habits.prefix) ? path.slice(habits.prefix.length) : ' ';
  const route = ROUTES.find(([method, pattern]) => method === request.method && pattern.test(below));
  if (route === undefined) {
    const nothing = refusal(404, [`nothing at ${request.method} ${path}`]);
    return habits.answer(nothing, { operation: 'none', token: '', input: undefined }, undefined);
  }
  const [, pattern, operation] = route;
  const token = habits.decode(pattern.exec(below)?.[1] ?? '');
  const text = Buffer.concat(chunks).toString();
  const json = read(text);
  const call: Call = { operation, token, input: json?.value };
  const { reply, job } = perform(habits, jobs, request, call, json !== undefined);
  return habits.answer(reply, call, job);
}

function perform(
  habits: Habits,
  jobs: Map<string, Job>,
  request: IncomingMessage,
  call: Call,
  isJson: boolean,
): { reply: Reply; job?: Job } {
  const { operation, input } = call;
  if (request.method !== 'POST') return ask(habits, jobs, call);
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
    return {
      reply: refusal(request.headers['content-type'] === undefined ? 400 : 415, ['send application/json']),
    };
  }
  if (!isJson) return { reply: refusal(400, ['the body is not JSON']) };
  const found = habits.refuse(call, findFaults(operation, input));
  if (found.length > 0) {
    const field = found[0]?.field;
    return {
      reply: refusal(
        400,
        found.map(({ message }) => message),
        field,
      ),
    };
  }
  const body = isBody(input) ? input : {};
  const kind = KINDS[operation] ?? 'provisioning';
  if (operation === 'validate')
    return { reply: { status: 200, body: habits.finish(verdictOn(body), { kind, operation, input: body }) } };
  const end = habits.finish(endOf(operation, body), { kind, operation, input: body });
  if (habits.mode === 'sync' && operation !== 'asyncValidate') {
    return end['refused'] === undefined
      ? { reply: { status: 200, body: end } }
      : { reply: refusal(400, [String(end['refused'])]) };
  }
  const token = habits.token({ count: jobs.size + 1, kind, operation, input: body });
  const job: Job = {
    token,
    kind,
    operation,
    input: body,
    startedAt: performance.now(),
    end,
    reads: 0,
    readsAfter: 0,
  };
  if (!jobs.has(token)) jobs.set(token, job);
  return { reply: { status: 202, body: token }, job };
}

function ask(habits: Habits, jobs: Map<string, Job>, call: Call): { reply: Reply; job?: Job } {
  const kind = KINDS[call.operation] ?? 'provisioning';
  const own = jobs.get(call.token);
  const job = habits.find(own?.kind === kind ? own : undefined, call, jobs);
  if (call.operation === 'terminateProvisioning') {
    if (!habits.termination) {
      return {
        reply: { status: 501, body: { error: 'termination is not supported' } },
        ...(job === undefined ? {} : { job }),
      };
    }
    if (job === undefined) return { reply: refusal(400, ['provisioning operation not found']) };
    if (!isOver(habits, job)) job.stopAskedAt ??= performance.now();
    return { reply: { status: 200, body: stateOf(habits, job) }, job };
  }
  if (job === undefined) return { reply: refusal(400, ['operation not found']) };
  job.reads += 1;
  if (isOver(habits, job)) job.readsAfter += 1;
  return { reply: { status: 200, body: habits.look(stateOf(habits, job), job, performance.now()) }, job };
}

function isOver(habits: Habits, job: Job): boolean {
  return performance.now() - job.startedAt >= habits.work || job.stopAskedAt !== undefined;
}

function stateOf(habits: Habits, job: Job): Body {
  const now = performance.now();
  const log = { timestamp: new Date().toISOString(), level: 'INFO', message: 'working' };
  if (job.stopAskedAt !== undefined) {
    const over = now - job.stopAskedAt >= habits.work / 2;
    return { status: over ? 'TERMINATED' : 'TERMINATING', result: over ? 'stopped on request' : '' };
  }
  if (now - job.startedAt >= habits.work) return job.end;
  const body: Body = { status: 'RUNNING', ...(job.kind === 'provisioning' ? { logs: [log] } : {}) };
  return job.kind === 'reverse' ? { ...body, updates: {} } : body;
}

function endOf(operation: string, input: Body): Body {
  if (operation === 'asyncValidate') return { status: 'COMPLETED', info: { publicInfo: verdictOn(input) } };
  const log = (level: string, message: string): object => ({
    timestamp: new Date().toISOString(),
    level,
    message,
    phase: 'Applying',
  });
  if (operation === 'runReverseProvisioning') {
    return {
      status: 'COMPLETED',
      updates: { 'spec.mesh.specific.tableName': 'SHIPMENTS' },
      logs: [log('INFO', 'read one table')],
    };
  }
  const findings = operation === 'updateacl' ? [] : findingsIn(input);
  if (findings.length > 0) {
    return {
      status: 'FAILED',
      result: findings.join(', '),
      logs: [log('ERROR', findings.join(', '))],
      refused: findings.join(', '),
    };
  }
  const name = componentOf(input) ?? 'system';
  const info = {
    publicInfo: {
      view: { type: 'string', label: 'View', value: name, href: 'https://warehouse.example.com' },
    },
    privateInfo: { outputs: { name } },
    aclInfo: [{ identity: 'user:jane.doe_example.com', locked: true }],
  };
  const kept =
    operation === 'unprovision' ? (input['removeData'] === true ? 'data removed' : 'data kept') : 'done';
  const logs = [log('INFO', 'begun'), log('INFO', kept)];
  return operation === 'provision'
    ? { status: 'COMPLETED', result: kept, info, logs }
    : { status: 'COMPLETED', result: kept, logs };
}

function verdictOn(input: Body): Body {
  const errors = findingsIn(input);
  return errors.length === 0 ? { valid: true } : { valid: false, error: { errors } };
}

/** What is wrong with the descriptor of a request. */
export function findingsIn(input: Body): string[] {
  const document = readYaml(String(input['descriptor']));
  if (document === undefined) return ['descriptor is not YAML'];
  if (input['descriptorKind'] !== 'COMPONENT_DESCRIPTOR') return [];
  const component = document['componentIdToProvision'];
  const system = document['dataProduct'];
  const components: unknown = isBody(system) ? system['components'] : undefined;
  if (component === undefined) return ['componentIdToProvision is missing'];
  const known =
    Array.isArray(components) && components.some((one: unknown) => isBody(one) && one['id'] === component);
  return known ? [] : [`component ${String(component)} is not part of the descriptor`];
}

/** The component that a request is about. */
export function componentOf(input: Body): string | undefined {
  const component = readYaml(String(input['descriptor']))?.['componentIdToProvision'];
  return typeof component === 'string' ? component : undefined;
}

function findFaults(operation: string, input: unknown): { field: string; message: string }[] {
  if (!isBody(input)) return [{ field: 'body', message: 'the body is no object' }];
  const faults: { field: string; message: string }[] = [];
  const text = (field: string, value: unknown): void => {
    if (typeof value !== 'string') faults.push({ field, message: `${field} is required and is text` });
  };
  if (operation === 'updateacl') {
    const { refs, provisionInfo } = input;
    if (!Array.isArray(refs)) faults.push({ field: 'refs', message: 'refs is required and is a list' });
    else if (!refs.every((ref) => /^(user|group):./.test(String(ref))))
      faults.push({ field: 'refs.0', message: 'refs are users or groups' });
    if (!isBody(provisionInfo)) faults.push({ field: 'provisionInfo', message: 'provisionInfo is required' });
    else for (const field of ['request', 'result']) text(`provisionInfo.${field}`, provisionInfo[field]);
    return faults;
  }
  if (operation === 'runReverseProvisioning') {
    for (const field of ['useCaseTemplateId', 'environment']) text(field, input[field]);
    return faults;
  }
  const kinds = ['DATAPRODUCT_DESCRIPTOR', 'COMPONENT_DESCRIPTOR', 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS'];
  text('descriptor', input['descriptor']);
  if (!kinds.includes(String(input['descriptorKind'])))
    faults.push({ field: 'descriptorKind', message: 'descriptorKind is unknown' });
  const { removeData } = input;
  if (removeData !== undefined && typeof removeData !== 'boolean')
    faults.push({ field: 'removeData', message: 'removeData is a boolean' });
  return faults;
}

/** An error in the shape of the contract. */
function refusal(status: number, errors: readonly string[], field?: string): Reply {
  const moreInfo = { problems: errors, solutions: ['Send what the contract says.'] };
  const named = field === undefined || field === 'body' ? {} : { inputErrorField: field };
  return { status, body: { errors, userMessage: 'The request cannot be accepted.', ...named, moreInfo } };
}

function fault(error: string): Reply {
  return {
    status: 500,
    body: { error, userMessage: 'Something broke.', moreInfo: { problems: [error], solutions: [] } },
  };
}

function write(habits: Habits, response: ServerResponse, reply: Reply): void {
  if (habits.write(response, reply)) return;
  const { status, body, raw, headers = {} } = reply;
  const bare = isBody(body) && 'refused' in body ? { ...body, refused: undefined } : body;
  const text = raw ?? (bare === undefined ? '' : JSON.stringify(bare));
  const media = text === '' ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...media, ...headers });
  response.end(text);
}

function read(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function readYaml(text: string): Body | undefined {
  try {
    const value: unknown = parse(text);
    return isBody(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
