import { resolveReference } from './bundle.ts';
import { asArray, asObject, type Json, pointerSegments, valueAt } from './json.ts';
import type { Api, Operation } from './model.ts';
import { contentSchema, hasType } from './schema-at.ts';

/** An operation with `x-dp-steady` changes nothing, and a response has the members that the key names. */
export function verifySteady(api: Api, operation: Operation): void {
  const { id, method, pointer, safe, responses, steady } = operation;
  if (steady === undefined) return;
  const report = (message: string) => api.bundle.report(`${pointer}/x-dp-steady`, 'steady', message);
  if (method !== 'GET' && !safe) report(`${id} may change something: x-dp-steady needs a GET or x-dp-safe`);
  const bodies = responses.map(({ status }) =>
    contentSchema(api.bundle, valueAt(api.bundle.document, `${pointer}/responses/${status}`)),
  );
  for (const same of steady.same) {
    const isKnown = bodies.some((body) => hasPlace(api, body, pointerSegments(same)));
    if (!isKnown) report(`${same} is no member of what ${id} answers`);
  }
}

/** Whether values of a schema have a place; `*` stands for every item or member, and text may be a document. */
function hasPlace(api: Api, schema: Json | undefined, segments: readonly string[]): boolean {
  if (schema === undefined) return false;
  const [segment, ...rest] = segments;
  const { value } = resolveReference(api.bundle, schema, '');
  if (segment === undefined || hasType(value, 'string')) return true;
  const properties = asObject(value['properties']);
  const inner =
    segment === '*'
      ? [value['items'], value['additionalProperties'], ...Object.values(properties)]
      : [Object.hasOwn(properties, segment) ? properties[segment] : undefined];
  const variants = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => asArray(value[key]));
  return (
    inner.some((one) => hasPlace(api, one, rest)) || variants.some((one) => hasPlace(api, one, segments))
  );
}
