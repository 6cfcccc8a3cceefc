import { resolveReference } from './bundle.ts';
import { asArray, asObject, type Json, type JsonObject, valueAt } from './json.ts';
import type { Api, Operation, Parameter } from './model.ts';
import { contentSchema, hasType, schemaAt } from './schema-at.ts';

/** Verifies what the parameters of an operation declare: `x-dp-names` and `x-dp-selects`. */
export function verifyParameters(api: Api, all: readonly Api[], operation: Operation): void {
  const kinds = kindsOf(all);
  for (const parameter of operation.parameters) {
    const report = (rule: string, message: string) =>
      api.bundle.report(operation.pointer, rule, `${parameter.name} of ${operation.id} ${message}`);
    if (parameter.in === 'path' && parameter.names.length === 0)
      report('names', 'is in the path and does not say what it names (x-dp-names)');
    for (const kind of parameter.names)
      if (!kinds.has(kind)) report('names', `names ${kind}, which no parameter of a path names`);
    for (const wrong of wrongSelection(api, operation, parameter)) report('selects', wrong);
  }
}

/** The kinds of entity that parameters of paths identify. */
function kindsOf(apis: readonly Api[]): ReadonlySet<string> {
  const parameters = apis.flatMap((api) => api.operations.flatMap((operation) => operation.parameters));
  return new Set(parameters.filter((one) => one.in === 'path').flatMap(({ names }) => names));
}

function* wrongSelection(api: Api, operation: Operation, parameter: Parameter): Generator<string> {
  const { selects, in: place, schema } = parameter;
  if (selects === undefined) {
    if (isUntold(api, operation, parameter))
      yield 'goes into a list and does not say what it selects (x-dp-selects)';
    return;
  }
  if (place !== 'query') yield `selects something in the ${place}, but must be in the query`;
  const answer = contentSchema(
    api.bundle,
    valueAt(api.bundle.document, `${operation.pointer}/responses/200`),
  );
  const list = schemaAt(api.bundle, answer, operation.pagination?.items ?? '');
  for (const pointer of [...(selects.items ?? []), ...(selects.order === undefined ? [] : [selects.order])]) {
    if (schemaAt(api.bundle, list?.['items'], pointer) === undefined)
      yield `goes by ${pointer}, which is no member of an item`;
  }
  const values = asArray(resolved(api, schema)['enum']);
  if (selects.order !== undefined && !['asc', 'desc'].every((one) => values.includes(one)))
    yield 'decides about an order and does not take asc and desc';
  if (selects.member === undefined) return;
  if (!hasType(resolved(api, schema), 'boolean'))
    yield `decides whether ${selects.member} is there and is no boolean`;
  if (!hasMember(api, answer, selects.member, new Set()))
    yield `decides whether ${selects.member} is there, which no answer has`;
}

/** A string or a list of strings that filters a list, and is not a position of a page. */
function isUntold(
  api: Api,
  { method, pagination }: Operation,
  { in: place, name, schema }: Parameter,
): boolean {
  if (pagination === undefined || method !== 'GET' || place !== 'query') return false;
  const isPage = [pagination.limit, pagination.offset, pagination.cursor].includes(`query:${name}`);
  const form = resolved(api, schema);
  const isFree = (hasType(form, 'string') || hasType(form, 'array')) && form['enum'] === undefined;
  return isFree && !isPage;
}

function resolved({ bundle }: Api, schema: JsonObject): JsonObject {
  return resolveReference(bundle, schema, '').value;
}

/** Whether a schema contains a member of this name at any depth; schemas may be recursive. */
function hasMember(api: Api, schema: Json | undefined, name: string, seen: Set<JsonObject>): boolean {
  if (schema === undefined) return false;
  const { value } = resolveReference(api.bundle, schema, '');
  if (seen.has(value)) return false;
  seen.add(value);
  const properties = Object.entries(asObject(value['properties']));
  return (
    properties.some(([key, member]) => key === name || hasMember(api, member, name, seen)) ||
    [value['items'], ...asArray(value['allOf'])].some((one) => hasMember(api, one, name, seen))
  );
}
