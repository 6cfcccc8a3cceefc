import { type Bundle, resolveReference } from './bundle.ts';
import { readNeeds } from './extensions.ts';
import { asObject, asString, isObject, type JsonObject, valueAt } from './json.ts';
import type * as Model from './model.ts';

/** Where an `operationRef` leads to: the file of an API of the same area, and a JSON pointer into it. */
export interface OperationReference {
  readonly api: string;
  readonly pointer: string;
}

/** Reads `coordinator-v1.yaml#/paths/~1v1~1logs/get`; the fragment may be percent-encoded (RFC 3986 2.1). */
export function readOperationReference(reference: string): OperationReference | undefined {
  const [, api, fragment] = reference.match(/^([a-z0-9-]+)\.yaml#(\/.+)$/) ?? [];
  if (api === undefined || fragment === undefined) return undefined;
  try {
    return { api, pointer: decodeURIComponent(fragment) };
  } catch {
    return undefined; // an invalid percent sign resolves to nothing, and the verification reports it
  }
}

/** The links of a response: to an operation of the same file by `operationId`, or of another one by `operationRef`. */
export function buildLinks(bundle: Bundle, siblings: readonly Bundle[], response: JsonObject): Model.Link[] {
  return Object.entries(asObject(response['links'])).map(([name, link]) => {
    const { value } = resolveReference(bundle, link, '');
    return {
      name,
      description: asString(value['description']),
      ...linkTarget(siblings, value),
      parameters: Object.fromEntries(
        Object.entries(asObject(value['parameters'])).map(([key, source]) => [key, asString(source)]),
      ),
      body: isObject(value['requestBody']) ? value['requestBody'] : undefined,
      needs: readNeeds(value),
    };
  });
}

/** An operation that does not exist has an empty `operationId`, which the verification reports. */
function linkTarget(siblings: readonly Bundle[], link: JsonObject): Pick<Model.Link, 'api' | 'operationId'> {
  const reference = link['operationRef'];
  if (typeof reference !== 'string') return { api: undefined, operationId: asString(link['operationId']) };
  const target = readOperationReference(reference);
  const document = siblings.find(({ id }) => id === target?.api)?.document ?? null;
  const operation = valueAt(document, target?.pointer ?? '');
  return { api: target?.api ?? reference, operationId: asString(asObject(operation)['operationId']) };
}
