import type { ReferenceApi, ReferenceOperation } from '@tessera/contracts/reference-model';
import type { SchemaDocument } from '@tessera/contracts/vocabulary';
import { sampleRequest } from '../reference/samples/sample-request.ts';
import type { TryContract, TryOperation } from '../reference/try/contract.ts';

/** What the panel that sends requests knows of a contract. */
export async function tryContractOf(api: ReferenceApi): Promise<TryContract> {
  const module: Readonly<Record<string, SchemaDocument>> = await import(
    `@tessera/contracts/schemas/${api.id}`
  );
  const schemas = Object.assign({}, ...Object.values(module).map(({ $defs }) => $defs));
  const operations = api.operations.map((operation) => [operation.id, tryOperationOf(operation, api)]);
  return { api: api.id, prefix: api.prefix, operations: Object.fromEntries(operations), schemas };
}

function tryOperationOf(operation: ReferenceOperation, api: ReferenceApi): TryOperation {
  const { body: _, ...sample } = sampleRequest(operation, api);
  const { parameters, body, responses } = operation;
  return {
    sample,
    path: operation.path.slice(api.prefix.length),
    acceptsToken: operation.acceptsToken ?? sample.needsToken,
    parameters,
    ...(body && { body }),
    answers: Object.fromEntries(responses.map(({ status, schema }) => [status, schema ?? null])),
  };
}
