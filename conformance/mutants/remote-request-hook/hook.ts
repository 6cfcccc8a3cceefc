import { request, type Server } from 'node:http';
import { remoteRequestHook } from '@tessera/contracts/operations/remote-request-hook';
import { remoteRequestHookSchemas } from '@tessera/contracts/schemas/remote-request-hook';
import type { Callback } from '../../src/suite/options.ts';
import { type Body, isBody, pause, type Reply } from '../reply.ts';
import {
  type Adapter,
  type Domain,
  type Fault,
  faultsBySchema,
  type Habits,
  startServer,
} from '../server.ts';
import { agentInMemory, freePort, isTimeVirtual, serveInMemory } from '../virtual-time.ts';

/** The authorization header that callers must send. */
export const SECRET = 'Bearer of-the-platform';

/** The HTTP request that carries a decision. */
export interface Letter {
  readonly method: string;
  readonly mediaType: string;
  readonly text: string;
  readonly encoding?: BufferEncoding;
}

/** An approval case: its ids and the callback address. */
export interface Case {
  readonly id: string;
  readonly requestId: string;
  readonly url: string;
  /** All cases so far, including this one. */
  readonly all: readonly Case[];
}

/** Everything that a variant or mutant of the approval service can change. Times in milliseconds. */
export interface HookHabits extends Habits {
  readonly decisionMs: number;
  decision(one: Case): unknown;
  letter(text: string): Letter;
  /** The address that receives the decision. */
  address(one: Case): string;
  /** Sends the decision, with retries as needed. */
  deliver(send: (letter?: Letter) => Promise<Answer>, letter: Letter): Promise<void>;
  /** The key that identifies a repeated request. */
  keyOf(requestId: string, url: string): string;
  /** The correct response to a request. */
  accept(one: Case): Body;
}

export interface Answer {
  readonly status: number;
  readonly location?: string;
}

const TRIES = 3;

const HONEST: Omit<HookHabits, keyof Habits> = {
  decisionMs: 40,
  decision: ({ id }) => ({ status: 'OK', hookInfo: { message: 'Approved.', tracking: trackingOf(id) } }),
  letter: (text) => ({ method: 'PATCH', mediaType: 'application/json', text }),
  address: ({ url }) => url,
  deliver: deliverWithRetries,
  keyOf: (requestId) => requestId,
  accept: ({ id }) => ({ hookInfo: { status: 'accepted', message: 'Taken.' }, tracking: trackingOf(id) }),
};

/** Sends a decision until the platform accepts or refuses it. */
export async function deliverWithRetries(send: () => Promise<Answer>): Promise<void> {
  for (let count = 0; count < TRIES; count += 1) {
    const { status } = await send();
    if (status !== 404 && status < 500) return;
    await pause(150 * 2 ** count);
  }
}

/** The tracking information of a case. */
export function trackingOf(id: string): Body {
  return { id, url: `https://tickets.example.com/${id}` };
}

/** Serves a small approval service until the caller closes it. */
export function startHook(changes: Partial<HookHabits> = {}): Promise<Adapter> {
  return startServer(changes, createHook({ ...HONEST, ...changes }));
}

function createHook(habits: Omit<HookHabits, keyof Habits>): Domain {
  const cases = new Map<string, Case>();

  const decide = async (one: Case): Promise<void> => {
    await pause(habits.decisionMs);
    const letter = habits.letter(JSON.stringify(habits.decision(one)));
    await habits.deliver((other = letter) => post(habits.address(one), other), letter);
  };

  return {
    operations: remoteRequestHook.operations,
    kindOf: () => 'provisioning',
    faultsIn: ({ input, headers }) => findFaults(input, headers['x-request-id']),
    answerAtOnce({ input, headers }) {
      if (headers.authorization !== SECRET) return refuse(401, ['The sender is not known.']);
      const requestId = String(headers['x-request-id']);
      const url = isBody(input) ? String(input['respondToUrl']) : '';
      const key = habits.keyOf(requestId, url);
      const known = cases.get(key);
      if (known !== undefined) return { status: 202, body: habits.accept(known) };
      const id = `case-${cases.size + 1}`;
      const one = {
        id,
        requestId,
        url,
        get all() {
          return [...cases.values()];
        },
      };
      cases.set(key, one);
      decide(one).catch(() => undefined);
      return { status: 202, body: habits.accept(one) };
    },
    endOf: () => ({}),
    refusal: refuse,
    fault: (error) => ({ status: 500, body: { error: { message: error } } }),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function findFaults(input: unknown, requestId: unknown): Fault[] {
  const faults: Fault[] = [];
  if (!UUID.test(String(requestId)))
    faults.push({ field: 'x-request-id', message: 'X-Request-ID is a UUID' });
  return [...faults, ...faultsBySchema(remoteRequestHookSchemas, 'ApprovalRequest', input)];
}

/** An error in the format of the contract. */
export function refuse(status: number, errors: readonly string[]): Reply {
  return { status, body: { error: { message: 'The request cannot be taken.', details: errors } } };
}

/** Where a suite listens for decisions: in memory in virtual time, otherwise on a port that it chooses. */
export function listenForDecisions(): { readonly callback?: Callback } {
  if (!isTimeVirtual()) return {};
  const port = freePort();
  const listen = async (server: Server): Promise<void> => {
    serveInMemory(server, port);
  };
  return { callback: { url: new URL(`http://127.0.0.1:${port}`), listen } };
}

/** Sends one request, and follows no redirect. */
export function post(
  address: string,
  { method, mediaType, text, encoding = 'utf8' }: Letter,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': mediaType, 'content-length': Buffer.byteLength(text, encoding) };
    const call = request(address, { method, headers, ...agentInMemory() }, (response) => {
      response.resume();
      const { location } = response.headers;
      const status = response.statusCode ?? 0;
      response.on('end', () => resolve({ status, ...(location === undefined ? {} : { location }) }));
    });
    call.on('error', reject);
    call.end(text, encoding);
  });
}
