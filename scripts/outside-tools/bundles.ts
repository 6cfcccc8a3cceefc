import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from '../generate/json.ts';

/** An OpenAPI file of generated/bundle. */
export interface BundleFile {
  /** File name without endings: `tech-adapter`, or the name of an area. */
  readonly name: string;
  readonly path: string;
  readonly document: JsonObject;
}

/** An operation that can be called without other requests: its examples hold the request and the response. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: { readonly type: string; readonly value: Json } | undefined;
  readonly callBack: CallBack | undefined;
  readonly status: number;
  /** What the contract shows as answers of this status; none when the answer is empty. */
  readonly answers: readonly Json[];
}

/** What a receiver of callbacks needs to know. */
interface CallBack {
  /** The member of the request's body that says where to call. */
  readonly address: string;
  /** What the contract shows as the answer. */
  readonly answer: Json;
}

const FOLDER = resolve(import.meta.dirname, '../../generated/bundle');

/** Every bundle there is. */
export function readBundles(): BundleFile[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.openapi.json'))
    .sort()
    .map((file) => {
      const path = join(FOLDER, file);
      const document: Json = JSON.parse(readFileSync(path, 'utf8'));
      return { name: file.replace('.openapi.json', ''), path, document: asObject(document) };
    });
}

/** Operations without places in the path; their first success is empty, or shows an answer as JSON. */
export function callsOf({ document }: BundleFile): Call[] {
  return Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
    path.includes('{')
      ? []
      : Object.entries(asObject(item)).flatMap(([method, operation]) =>
          callOf(document, method, path, asObject(operation)),
        ),
  );
}

function callOf(document: JsonObject, method: string, path: string, operation: JsonObject): Call[] {
  const responses = asObject(operation['responses']);
  const status = Object.keys(responses).find((code) => code.startsWith('2'));
  const required = asArray(operation['parameters'])
    .map((parameter) => asObject(followed(document, parameter)))
    .filter((parameter) => parameter['required'] === true)
    .map(({ name, in: place, example, schema }) => ({
      name: asString(name),
      place,
      // A text without constraints may be any text.
      value: example ?? (isDeepStrictEqual(schema, { type: 'string' }) ? 'any' : undefined),
    }));
  if (status === undefined || required.some(({ value }) => value === undefined)) return [];
  const sentAs = (place: string) =>
    Object.fromEntries(
      required.filter((one) => one.place === place).map(({ name, value }) => [name, String(value)]),
    );
  const query = new URLSearchParams(sentAs('query')).toString();
  const shown = examplesOf(document, responses[status] ?? null);
  const answers = shown['application/json'] ?? [];
  if (answers.length === 0 && Object.keys(shown).length > 0) return [];
  const [sent] = Object.entries(examplesOf(document, operation['requestBody'] ?? null));
  const body = sent?.[1][0] === undefined ? undefined : { type: sent[0], value: sent[1][0] };
  if (operation['requestBody'] !== undefined && body === undefined) return [];
  return [
    {
      method: method.toUpperCase(),
      path: query === '' ? path : `${path}?${query}`,
      headers: sentAs('header'),
      body,
      callBack: callBackOf(document, operation),
      status: Number(status),
      answers,
    },
  ];
}

function callBackOf(document: JsonObject, operation: JsonObject): CallBack | undefined {
  const [callback] = Object.values(asObject(operation['callbacks']));
  const [[expression, item] = ['', null]] = Object.entries(asObject(callback));
  const address = /^\{\$request\.body#\/([^/]+)\}$/.exec(expression)?.[1];
  const [called] = Object.values(asObject(item));
  const responses = Object.entries(asObject(asObject(called)['responses']));
  const success = responses.find(([status]) => status.startsWith('2'))?.[1] ?? null;
  const [answer = null] = examplesOf(document, success)['application/json'] ?? [];
  return address === undefined ? undefined : { address, answer };
}

/** Example values by media type. */
function examplesOf(document: JsonObject, holder: Json): { readonly [type: string]: readonly Json[] } {
  const content = asObject(asObject(followed(document, holder))['content']);
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const examples = Object.values(asObject(asObject(media)['examples']));
      return [type, examples.map((example) => asObject(followed(document, example))['value'] ?? null)];
    }),
  );
}

function followed(document: JsonObject, value: Json): Json {
  const reference = isObject(value) ? value['$ref'] : undefined;
  return reference === undefined ? value : followed(document, valueAt(document, asString(reference)) ?? null);
}
