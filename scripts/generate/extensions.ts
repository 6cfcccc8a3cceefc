import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Bundle, ReportAt } from './bundle.ts';
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  toPointer,
  walkObjects,
} from './json.ts';
import type {
  CapabilityUse,
  Chosen,
  Lifecycle,
  Mark,
  Needs,
  Pagination,
  Rule,
  Selects,
  Steady,
  Transition,
} from './model.ts';

/** Checks every `x-dp-` key of a document: its name and its form. */
export type VocabularyCheck = (document: Json, report: ReportAt) => void;

/** Compiles the vocabulary once, for all documents. */
export function createVocabularyCheck(vocabulary: JsonObject): VocabularyCheck {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const described = asObject(vocabulary['properties']);
  const checks = new Map(
    Object.entries(described).map(([key, schema]) => [
      key,
      ajv.compile({ ...asObject(schema), $defs: vocabulary['$defs'] }),
    ]),
  );
  const known = Object.keys(described).join(', ');
  return (document, report) => {
    for (const { object, at } of walkObjects(document)) {
      if (isInsideExample(at)) continue;
      for (const [key, member] of Object.entries(object).filter(([name]) => name.startsWith('x-dp-'))) {
        const place = toPointer([...at, key]);
        const check = checks.get(key);
        if (check === undefined) {
          report(place, 'vocabulary', `${key} is not a key of specs/extensions.schema.json; known: ${known}`);
        } else if (!check(member)) {
          for (const { instancePath, message } of (check.errors ?? []).filter(
            ({ keyword }) => keyword !== 'if',
          )) {
            report(
              place + instancePath,
              'vocabulary',
              `${key}${instancePath} ${message ?? 'is not as described'}`,
            );
          }
        }
      }
    }
  };
}

/** The `value` of an OpenAPI example contains no vocabulary keys. */
function isInsideExample(at: readonly string[]): boolean {
  return at.some((segment, index) => segment === 'value' && at[index - 2] === 'examples');
}

/** `x-dp-chosen`: the reason of a decision where the requirement is silent. */
export function readChosen(holder: JsonObject): Chosen | undefined {
  const value = holder['x-dp-chosen'];
  if (typeof value === 'string') return value;
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([about, reason]) => [about, asString(reason)]))
    : undefined;
}

/** `x-dp-since` of an operation, a schema or a property. */
export function readSince(holder: JsonObject): string | undefined {
  const value = holder['x-dp-since'];
  return typeof value === 'string' ? value : undefined;
}

/** `x-dp-since` of an enumeration whose values came at different times, or of a request body whose members did. */
export function readSinceByValue(schema: JsonObject): { readonly [value: string]: string } {
  const value = schema['x-dp-since'];
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, since]) => [key, asString(since)]))
    : {};
}

/** `x-dp-safe` of an operation: it changes nothing although its method suggests otherwise. */
export function readSafe(operation: JsonObject): boolean {
  return operation['x-dp-safe'] === true;
}

/** `x-dp-steady` of an operation: the parts of the response that a repeated request finds unchanged. */
export function readSteady(operation: JsonObject): Steady | undefined {
  const value = operation['x-dp-steady'];
  if (!isObject(value)) return undefined;
  return { same: asArray(value['same']).map(asString), usually: value['usually'] === true };
}

/** `x-dp-names` of a parameter: the kinds of entity that it identifies. */
export function readNames(parameter: JsonObject): readonly string[] {
  return asArray(parameter['x-dp-names']).map(asString);
}

/** `x-dp-selects` of a parameter: the part of the response that it controls. */
export function readSelects(parameter: JsonObject): Selects | undefined {
  const value = parameter['x-dp-selects'];
  if (!isObject(value)) return undefined;
  const { items, order, member } = value;
  return {
    items: items === undefined ? undefined : asArray(items).map(asString),
    order: order === undefined ? undefined : asString(order),
    member: member === undefined ? undefined : asString(member),
  };
}

/** `x-dp-needs` of a link: its prerequisites. */
export function readNeeds(link: JsonObject): Needs | undefined {
  const value = link['x-dp-needs'];
  if (!isObject(value)) return undefined;
  return { example: asString(value['example']), after: asArray(value['after']).map(asString) };
}

/** `x-dp-errors` of an operation: codes by status. */
export function readErrors(operation: JsonObject): { readonly [status: string]: readonly string[] } {
  return Object.fromEntries(
    Object.entries(asObject(operation['x-dp-errors'])).map(([status, codes]) => [
      status,
      asArray(codes).map(asString),
    ]),
  );
}

/** `x-dp-capability` of an operation: an operation that a server may leave unsupported. */
export function readCapability(
  operation: JsonObject,
): (CapabilityUse & { title: string; chosen: Chosen | undefined }) | undefined {
  const value = operation['x-dp-capability'];
  if (!isObject(value)) return undefined;
  const absent = asObject(value['absent']);
  return {
    id: asString(value['id']),
    title: asString(value['title']),
    absentStatus: String(absent['status']),
    absentError: typeof absent['error'] === 'string' ? absent['error'] : undefined,
    chosen: readChosen(value),
  };
}

/** `x-dp-long-running` of an operation, as written; `build-model.ts` follows the links it names. */
export function readLongRunning(
  operation: JsonObject,
): { poll: string; cancel: string | undefined; state: string; verdict: string | undefined } | undefined {
  const value = operation['x-dp-long-running'];
  if (!isObject(value)) return undefined;
  const cancel = value['cancel'];
  return {
    poll: asString(value['poll']),
    cancel: typeof cancel === 'string' ? cancel : undefined,
    state: asString(value['state']),
    verdict: typeof value['verdict'] === 'string' ? value['verdict'] : undefined,
  };
}

/** `x-dp-pagination` of an operation. */
export function readPagination(operation: JsonObject): Pagination | undefined {
  const value = operation['x-dp-pagination'];
  if (!isObject(value)) return undefined;
  const text = (key: string) => (typeof value[key] === 'string' ? asString(value[key]) : undefined);
  return {
    style: value['style'] === 'cursor' ? 'cursor' : 'offset',
    limit: text('limit'),
    offset: text('offset'),
    cursor: text('cursor'),
    items: asString(value['items']),
    total: text('total'),
    nextCursor: text('nextCursor'),
    pageSize: text('pageSize'),
  };
}

/** `x-dp-lifecycle` of an enumeration schema. */
export function readLifecycle(name: string, schema: JsonObject, api: string): Lifecycle | undefined {
  const value = schema['x-dp-lifecycle'];
  if (!isObject(value)) return undefined;
  const transitions = value['transitions'];
  return {
    name,
    description: asString(schema['description']),
    states: asArray(schema['enum']).map(asString),
    initial: typeof value['initial'] === 'string' ? value['initial'] : undefined,
    terminal: asArray(value['terminal']).map(asString),
    succeeded: asArray(value['succeeded']).map(asString),
    transitions: transitions === 'unspecified' ? 'unspecified' : asArray(transitions).map(readTransition),
    chosen: readChosen(value),
    apis: [api],
  };
}

function readTransition(value: Json): Transition {
  const { from, to, by } = asObject(value);
  return { from: asString(from), to: asString(to), by: asString(by) };
}

/** `x-dp-rules` of a schema: constraints that JSON Schema cannot express, with cases. */
export function readRules(name: string, schema: JsonObject, api: string): Rule[] {
  return asArray(schema['x-dp-rules']).map((raw) => {
    const value = asObject(raw);
    return {
      id: asString(value['id']),
      api,
      sentence: asString(value['sentence']),
      schema: name,
      error: textOf(value['error']),
      limits: readLimits(value['limits']),
      cases: asArray(value['cases']).map((row) => {
        const { title, given, expect } = asObject(row);
        return { title: asString(title), given: given ?? null, expect: expect ?? null };
      }),
      chosen: readChosen(value),
    };
  });
}

function readLimits(value: Json | undefined): Rule['limits'] {
  if (value === undefined) return undefined;
  return Object.fromEntries(Object.entries(asObject(value)).map(([name, limit]) => [name, asString(limit)]));
}

/** `x-dp-fixed` and `x-dp-not-before` of the members of a schema. */
export function readMarks(schema: string, { properties }: JsonObject, api: string): Mark[] {
  return Object.entries(asObject(properties)).flatMap(([member, raw]) => {
    const property = asObject(raw);
    const [fixed, earlier] = [property['x-dp-fixed'], property['x-dp-not-before']];
    if (fixed !== true && typeof earlier !== 'string') return [];
    return [{ api, schema, member, fixed: fixed === true || undefined, notBefore: textOf(earlier) }];
  });
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** `x-dp-apis` and `x-dp-operation-ids` of an area's own document. */
export function readArea(root: JsonObject): { apis: string[]; qualified: boolean } {
  return {
    apis: asArray(root['x-dp-apis']).map(asString),
    qualified: root['x-dp-operation-ids'] === 'qualified',
  };
}

/** The key names that this module reads; the vocabulary must contain exactly these. */
export const READ_KEYS: readonly string[] = [
  'x-dp-apis',
  'x-dp-capability',
  'x-dp-chosen',
  'x-dp-errors',
  'x-dp-fixed',
  'x-dp-lifecycle',
  'x-dp-long-running',
  'x-dp-names',
  'x-dp-needs',
  'x-dp-not-before',
  'x-dp-operation-ids',
  'x-dp-pagination',
  'x-dp-rules',
  'x-dp-safe',
  'x-dp-selects',
  'x-dp-since',
  'x-dp-steady',
];

/** Removes every `x-dp-` key: validators do not use them. */
export function withoutExtensions(bundle: Bundle['document']): JsonObject {
  const strip = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !key.startsWith('x-dp-'))
        .map(([key, member]) => [key, strip(member)]),
    );
  };
  return asObject(strip(bundle));
}
