import { posix } from 'node:path';
import { parse, stringify } from 'yaml';
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type MutableObject,
  pointerSegments,
  toPointer,
} from './json.ts';
import { locate, type Specs } from './load.ts';

/** One descriptor sample, ready to be sent. */
export interface DescriptorSample {
  readonly name: string;
  readonly summary: string;
  /** The `descriptorKind` it is sent with. */
  readonly kind: string;
  readonly valid: boolean;
  /** YAML text. */
  readonly text: string;
  /** The same document as JSON text; equal to `text` where that is not YAML. */
  readonly json: string;
}

export type DescriptorSamples = ReadonlyMap<string, DescriptorSample>;

const INDEX = 'specs/examples/descriptors.yaml';

/** Builds the samples of `specs/examples/descriptors.yaml`, each derived from another as its entry says. */
export function buildDescriptorSamples(specs: Specs): DescriptorSamples {
  const index = specs.files.get(INDEX);
  const entries = asObject(asObject(index?.data)['samples']);
  const documents = new Map<string, Json | string>();
  const samples = new Map<string, DescriptorSample>();
  const fail = (name: string, message: string) => {
    if (index)
      specs.problems.add({
        file: INDEX,
        ...locate(index, toPointer(['samples', name])),
        rule: 'descriptor',
        message,
      });
  };
  for (const [name, raw] of Object.entries(entries)) {
    const entry = asObject(raw);
    const base = startingDocument(specs, documents, entry, (message) => fail(name, message));
    if (base === undefined) continue;
    const changed = isObject(base) ? derive(base, entry, (message) => fail(name, message)) : base;
    documents.set(name, changed);
    const whole = typeof entry['component'] === 'string' ? wrap(changed, entry['component']) : changed;
    const isText =
      typeof entry['text'] === 'string' || (typeof entry['file'] === 'string' && !isObject(base));
    const text = isText ? String(whole) : stringify(whole, { lineWidth: 0, aliasDuplicateObjects: false });
    const valid = asObject(entry['expect'])['valid'] === true;
    const json = isText ? text : JSON.stringify(whole);
    samples.set(name, {
      name,
      summary: asString(entry['summary']),
      kind: asString(entry['kind']),
      valid,
      text,
      json,
    });
  }
  return samples;
}

function startingDocument(
  specs: Specs,
  documents: ReadonlyMap<string, Json | string>,
  entry: { readonly [key: string]: Json },
  fail: (message: string) => void,
): Json | undefined {
  const { file, from, text, value } = entry;
  if (typeof text === 'string') return text;
  if (value !== undefined) return value;
  if (typeof from === 'string') {
    const document = documents.get(from);
    if (document === undefined) fail(`is derived from ${from}, which does not stand before it`);
    return document;
  }
  const path = posix.join(posix.dirname(INDEX), asString(file));
  const source = specs.texts.get(path);
  if (source === undefined) fail(`reads ${path}, which does not exist`);
  return source === undefined || !path.endsWith('.yaml') ? source : (parse(source) as Json); // a YAML file yields JSON values
}

function derive(base: Json, entry: { readonly [key: string]: Json }, fail: (message: string) => void): Json {
  const document = structuredClone(base);
  for (const [pointer, value] of Object.entries(asObject(entry['set']))) {
    const [parent, key] = parentOf(document, pointer);
    if (parent === undefined) fail(`sets ${pointer}, which has no parent`);
    else parent[key] = value;
  }
  for (const pointer of asArray(entry['remove'])) {
    const [parent, key] = parentOf(document, asString(pointer));
    if (parent === undefined || !(key in parent)) fail(`removes ${asString(pointer)}, which does not exist`);
    else delete parent[key];
  }
  return document;
}

function parentOf(document: Json, pointer: string): [MutableObject | undefined, string] {
  const segments = pointerSegments(pointer);
  const key = segments.pop() ?? '';
  let parent: Json | undefined = document;
  for (const segment of segments) parent = (parent as MutableObject | undefined)?.[segment]; // arrays index the same way
  return [typeof parent === 'object' && parent !== null ? (parent as MutableObject) : undefined, key]; // a fresh clone, so writable
}

function wrap(document: Json, component: string): Json {
  return component === ''
    ? { dataProduct: document }
    : { dataProduct: document, componentIdToProvision: component };
}
