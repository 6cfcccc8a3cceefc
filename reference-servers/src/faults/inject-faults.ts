import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BoundOperation } from '../harness/bind.ts';
import type { Mount } from '../harness/mount.ts';
import { CatalogError } from '../harness/problem.ts';
import { renderProblem } from '../harness/problem-body.ts';
import type {} from '../harness/routes.ts';
import { validatorsOf } from '../harness/validators.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { createSampler } from '../stub/sample.ts';
import type { FaultOptions } from './fault-options.ts';
import { createFaultPlan } from './fault-plan.ts';

/** Marks every response with an injected fault, and names the fault. */
export const FAULT_HEADER = 'tessera-fault';

/** The message in the body of an injected error. */
const MESSAGE = 'this failure was asked for when the server was started';

/**
 * Injects faults into a server that does not listen yet, to test its callers. Pages outside the contracts, such as
 * `/health`, are not affected.
 * @throws Error that names every operation that the server does not have
 */
export function injectFaults(
  app: FastifyInstance,
  mounts: readonly Mount[],
  options: FaultOptions,
  clock: Clock = systemClock,
): void {
  const known = mounts.flatMap(({ contract }) =>
    Object.keys(contract.table.operations).map((operation) => ({ api: contract.table.id, operation })),
  );
  const decide = createFaultPlan(options, known);
  const hanging = new Set<ServerResponse>();

  app.addHook('onRequest', async (request, reply) => {
    const { operation } = request.routeOptions.config;
    if (operation === undefined) return;
    const { contract, entry } = operation;
    const { latencyMs, status, hang, malformed } = decide({ api: contract.table.id, operation: entry.id });
    const done = [
      ...(latencyMs > 0 ? [`latency=${latencyMs}`] : []),
      ...(hang ? ['hang'] : []),
      ...(status === undefined ? [] : [`status=${status}`]),
      ...(malformed ? ['malformed'] : []),
    ];
    if (done.length === 0) return;
    reply.header(FAULT_HEADER, done.join(', '));
    request.log.debug({ operation: entry.id, fault: done }, 'something goes wrong on purpose');
    if (latencyMs > 0) await clock.sleep(latencyMs);
    if (hang) await untilClosed(reply.raw, hanging);
    else if (status !== undefined) return sendStatus(operation, status, request, reply);
  });

  app.addHook('onSend', async (_request, reply, payload) => {
    const isMarked = String(reply.getHeader(FAULT_HEADER) ?? '').endsWith('malformed');
    if (!isMarked || typeof payload !== 'string') return payload;
    // One character of JSON may still be valid JSON; an empty text is not.
    return payload.length < 3 ? '{' : payload.slice(0, Math.ceil(payload.length / 2));
  });

  // Clients no longer wait for these responses; without this they would delay shutdown.
  app.addHook('preClose', async () => {
    for (const response of hanging) response.destroy();
  });
}

function untilClosed(response: ServerResponse, hanging: Set<ServerResponse>): Promise<void> {
  hanging.add(response);
  return new Promise((resolve) => {
    response.once('close', () => {
      hanging.delete(response);
      resolve();
    });
  });
}

/** Uses the shape that the contract declares for the status, or else the shape of its other errors. */
function sendStatus(
  { contract, entry }: BoundOperation,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const declared = entry.responses[String(status)];
  reply.code(status);
  if (declared !== undefined && declared.schema === undefined) return reply.send();
  const alike = Object.keys(entry.responses).find(
    (one) => Number(one) >= 400 && one[0] === String(status)[0],
  );
  const body = declared?.schema ?? entry.responses[alike ?? '']?.schema ?? '';
  const code = 'FAULT';
  const problem = { code, scope: 'transport', status, body, wire: 'none', message: MESSAGE } as const;
  const catalog = { [code]: { ...problem, problems: [MESSAGE], solutions: [] } };
  const rendered = renderProblem(new CatalogError(code), catalog, contract.schemas, {
    requestId: request.id,
  });
  // A few errors have a special shape, such as a report, without a place for a message.
  const fits =
    declared === undefined ||
    validatorsOf(contract.schemas).checkResponse(declared.schema ?? '', rendered.body).length === 0;
  const told = fits ? rendered.body : createSampler(contract.schemas)(body);
  return reply.header('content-type', 'application/json').send(JSON.stringify(told));
}
