import type { FastifyInstance } from 'fastify';
import type { Contract } from '../src/harness/contract.ts';
import type {} from '../src/harness/routes.ts';
import { validatorsOf } from '../src/harness/validators.ts';

/** One response of an operation of a contract. */
export interface Exchange {
  readonly operation: string;
  readonly status: number;
  /** How the response violates the contract. */
  readonly breaches: readonly string[];
}

/** All recorded responses of servers. */
export interface Tape {
  readonly exchanges: readonly Exchange[];
  /** Records a server from now on; call it before the first request. */
  record(app: FastifyInstance): void;
  /** `operation status` pairs that the contract declares and no server returned. */
  missing(): string[];
}

/** Starts a tape for the operations of one contract. */
export function createTape(contract: Contract): Tape {
  const exchanges: Exchange[] = [];
  const validators = validatorsOf(contract.schemas);
  const { operations } = contract.table;
  return {
    exchanges,
    record(app) {
      app.addHook('onSend', async (request, reply, payload) => {
        const operation = request.routeOptions.config.operation?.entry;
        if (operation === undefined || operations[operation.id] !== operation || request.method === 'HEAD')
          return payload;
        const declared = operation.responses[String(reply.statusCode)];
        const breaches: string[] = [];
        if (declared === undefined) breaches.push('the status is not declared');
        else if (declared.schema === undefined) {
          if (payload !== undefined && payload !== null) breaches.push('the answer has a body');
        } else {
          const failures = validators.checkResponse(declared.schema, JSON.parse(String(payload)));
          breaches.push(...failures.map(({ field, problem }) => `${field} ${problem}`));
        }
        exchanges.push({ operation: operation.id, status: reply.statusCode, breaches });
        return payload;
      });
    },
    missing() {
      const seen = new Set(exchanges.map(({ operation, status }) => `${operation} ${status}`));
      const declared = Object.values(operations).flatMap(({ id, responses }) =>
        Object.keys(responses).map((status) => `${id} ${status}`),
      );
      return declared.filter((pair) => !seen.has(pair));
    },
  };
}
