import { type DescriptorName, descriptors } from '@tessera/contracts/fixtures/descriptors';
import { techAdapterFixtures } from '@tessera/contracts/fixtures/tech-adapter';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import { techAdapterSchemas } from '@tessera/contracts/schemas/tech-adapter';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect } from 'vitest';
import { DEFAULT_TASK_MS } from '../src/extension-points/task-time.ts';
import { createTechAdapterServer, type TechAdapterOptions } from '../src/extension-points/tech-adapter.ts';
import { readContract } from '../src/harness/contract.ts';
import type { KitOptions } from '../src/kit/serve-mount.ts';
import { createManualClock, type ManualClock } from '../src/runtime/clock.ts';
import { createTape } from './tape.ts';

export type OperationId = keyof typeof techAdapter.operations;

const contract = readContract(techAdapter, techAdapterSchemas);
const OPERATIONS = Object.values(techAdapter.operations).map(({ id }) => id);
const servers: FastifyInstance[] = [];

/** All responses of the adapters of a test file. */
export const tape = createTape(contract);

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  expect(tape.exchanges.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});

/** A tech adapter on a manual clock. Every response is validated against the contract. */
export class Adapter {
  readonly clock: ManualClock = createManualClock();
  readonly app: FastifyInstance;

  constructor(options: TechAdapterOptions & KitOptions = {}) {
    this.app = createTechAdapterServer({ clock: this.clock, drainTimeout: 0, ...options });
    tape.record(this.app);
    servers.push(this.app);
  }

  /** Calls an operation by its name; `given` is its token or its body. */
  async call(operation: OperationId, given?: string | object) {
    const { method, path } = techAdapter.operations[operation];
    const url =
      techAdapter.prefix +
      path.replace('{token}', typeof given === 'string' ? encodeURIComponent(given) : '');
    const payload = typeof given === 'object' ? { payload: given } : {};
    const answer = await this.app.inject({ method, url, ...payload });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  }

  /** Starts a task, lets it end, and returns its last state. */
  async finish(operation: OperationId, body: object) {
    const { status, body: token } = await this.call(operation, body);
    expect(status, JSON.stringify(token)).toBe(202);
    await this.clock.advance(DEFAULT_TASK_MS * 2);
    const poll = contract.table.operations[operation]?.longRunning?.poll.operation;
    return (await this.call(OPERATIONS.find((id) => id === poll) ?? operation, token)).body;
  }
}

/** A request about a descriptor sample. */
export function request(name: DescriptorName = 'shipments-view') {
  const { text, descriptorKind } = descriptors[name];
  return { descriptorKind, descriptor: text };
}

/** A request for access to the output port of the samples. */
export function access(refs: readonly string[], json = descriptors['shipments-view'].json) {
  return { refs, provisionInfo: { request: json, result: 'done' } };
}

export const messagesOf = ({ logs }: { logs: { message: string }[] }) => logs.map(({ message }) => message);

/** An example of the contract. */
export function fixtureOf(operation: OperationId, status: string, name: string) {
  return techAdapterFixtures[operation]?.responses[status]?.[name]?.value;
}
