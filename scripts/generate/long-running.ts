import { type Bundle, resolveReference } from './bundle.ts';
import * as extensions from './extensions.ts';
import { asObject, isObject, type Json, type JsonObject, toPointer, valueAt } from './json.ts';
import type * as Model from './model.ts';
import { hasType, schemaAt } from './schema-at.ts';

/** Follows the links that `x-dp-long-running` names: which call has the token, as which parameter. */
export function buildLongRunning(
  bundle: Bundle,
  siblings: readonly Bundle[],
  raw: JsonObject,
  pointer: string,
  responses: readonly Model.Response[],
): Model.LongRunning | undefined {
  const declared = extensions.readLongRunning(raw);
  if (!declared) return undefined;
  const at = `${pointer}/x-dp-long-running`;
  const start = responses.find((response) => response.status === '202');
  const call = (name: string): Model.TaskCall & { token: string } => {
    const link = start?.links.find((candidate) => candidate.name === name);
    const [parameter, source] = Object.entries(link?.parameters ?? {})[0] ?? [];
    const token = source?.match(/^\$response\.body(?:#(.*))?$/);
    if (!link || parameter === undefined || !token) {
      bundle.report(
        at,
        'long-running',
        `the 202 answer has no link ${name} that hands a value of $response.body to a parameter`,
      );
    }
    return {
      api: link?.api,
      operation: link?.operationId ?? '',
      parameter: parameter ?? '',
      token: token?.[1] ?? '',
    };
  };
  const { token, ...poll } = call(declared.poll);
  const cancel = declared.cancel === undefined ? undefined : call(declared.cancel);
  const holder = siblings.find(({ id }) => id === poll.api) ?? bundle;
  const polled = pollAnswer(holder, poll.operation);
  const name = polled && stateSchema(holder, polled, declared.state);
  const lifecycle = name === undefined ? undefined : lifecycleOf(holder, name);
  if (polled && lifecycle === undefined) {
    bundle.report(
      at,
      'long-running',
      `${declared.state} of what ${poll.operation} answers is no enumeration with a lifecycle`,
    );
  }
  if (lifecycle && lifecycle.succeeded.length === 0) {
    bundle.report(at, 'long-running', `${lifecycle.name} names no good end: who waits cannot tell success`);
  }
  if (
    polled &&
    declared.verdict !== undefined &&
    !hasType(schemaAt(holder, polled, declared.verdict), 'boolean')
  )
    bundle.report(at, 'long-running', `${declared.verdict} of what ${poll.operation} answers is no boolean`);
  return {
    startStatus: '202',
    token,
    poll,
    cancel: cancel && { api: cancel.api, operation: cancel.operation, parameter: cancel.parameter },
    state: declared.state,
    verdict: declared.verdict,
    lifecycle: name ?? '',
    states: lifecycle?.states ?? [],
    terminal: lifecycle?.terminal ?? [],
    succeeded: lifecycle?.succeeded ?? [],
    finishedStatus: responses.some((response) => response.status === '200') ? '200' : undefined,
  };
}

function lifecycleOf(bundle: Bundle, name: string): Model.Lifecycle | undefined {
  const schema = asObject(valueAt(bundle.document, toPointer(['components', 'schemas', name])));
  return extensions.readLifecycle(name, schema, bundle.id);
}

function pollAnswer(bundle: Bundle, operationId: string): JsonObject | undefined {
  for (const item of Object.values(asObject(bundle.document['paths']))) {
    for (const operation of Object.values(asObject(item))) {
      if (!isObject(operation) || operation['operationId'] !== operationId) continue;
      const answer = resolveReference(bundle, asObject(operation['responses'])['200'], '').value;
      return asObject(asObject(Object.values(asObject(answer['content']))[0])['schema']);
    }
  }
  return undefined;
}

/** The name of the lifecycle schema that a state pointer leads to. */
function stateSchema(bundle: Bundle, schema: JsonObject, state: string): string | undefined {
  let holder = resolveReference(bundle, schema, '').value;
  let reference: Json | undefined;
  for (const segment of state.split('/').slice(1)) {
    const member = asObject(holder['properties'])[segment];
    reference = asObject(member)['$ref'];
    holder = resolveReference(bundle, member, '').value;
  }
  if (typeof reference !== 'string' || !isObject(holder['x-dp-lifecycle'])) return undefined;
  return reference.replace('#/components/schemas/', '');
}
