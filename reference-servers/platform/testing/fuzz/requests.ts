import type { Fixtures, OperationEntry } from '@tessera/contracts/vocabulary';
import * as fc from 'fast-check';
import { anyText, type Mutation, mutate, mutations, STRANGE_TEXT } from './mutate.ts';

/** A request that may be right, nearly right, or nothing of the kind. */
export interface FuzzedRequest {
  readonly method: string;
  /** Path and query, under the prefix of the contract. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The random choices behind a request; the contract and earlier answers turn them into one. */
export interface Draft {
  readonly operation: number;
  readonly example: number;
  readonly mutations: readonly Mutation[];
  /** Sent in place of a mutated example. */
  readonly rawBody: string | undefined;
  readonly mediaType: string | undefined;
  readonly values: readonly (string | number)[];
  /** Whether each optional parameter is sent. */
  readonly sent: readonly boolean[];
  readonly extra: Readonly<Record<string, string>>;
}

const MEDIA_TYPES = ['text/plain', 'application/xml', 'application/json; charset=latin1', 'application', ''];

/** One time in twelve a value, else undefined. */
function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 11, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

/** The choices for any number of requests. */
export const drafts: fc.Arbitrary<Draft> = fc.record({
  operation: fc.nat(),
  example: fc.nat(),
  mutations,
  rawBody: rarely(fc.oneof(anyText(300), fc.json())),
  mediaType: rarely(fc.constantFrom(...MEDIA_TYPES)),
  // A number chooses among the known texts.
  values: fc.array(fc.oneof({ weight: 4, arbitrary: fc.nat() }, { weight: 1, arbitrary: STRANGE_TEXT }), {
    minLength: 8,
    maxLength: 8,
  }),
  sent: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  extra: fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), STRANGE_TEXT, { maxKeys: 1 }),
});

/** Values of parameters. */
export interface Texts {
  /** Such as the name of an environment. */
  readonly given: readonly string[];
  /** Texts of earlier answers, such as tokens and ids. */
  readonly learned: string[];
}

/** Makes a request from choices; half of its parameters have a given text. */
export function requestOf(
  draft: Draft,
  operations: readonly OperationEntry[],
  fixtures: Fixtures,
  known: Texts,
): { readonly operation: OperationEntry; readonly request: FuzzedRequest } {
  const operation = operations[draft.operation % operations.length];
  if (operation === undefined) throw new Error('the contract has no operations');
  let next = 0;
  const value = (): string => {
    const chosen = draft.values[next++ % draft.values.length] ?? 0;
    if (typeof chosen === 'string') return chosen;
    const isGiven = chosen % 2 === 0 || known.learned.length === 0;
    const texts = isGiven ? known.given : known.learned;
    return texts[(chosen >> 1) % texts.length] ?? 'x';
  };
  const path = operation.path.replaceAll(/\{[^}]*\}/g, () => inUrl(value()));
  const query = new URLSearchParams(draft.extra);
  const headers: Record<string, string> = {};
  for (const [index, { name, in: place, required }] of operation.parameters.entries()) {
    if (place === 'path' || (required !== true && draft.sent[index % draft.sent.length] !== true)) continue;
    if (place === 'query') query.append(name, value());
    else headers[name] = inUrl(value());
  }
  const body = bodyOf(draft, operation, fixtures);
  if (body !== undefined)
    headers['content-type'] = draft.mediaType ?? operation.body?.mediaType ?? 'application/json';
  const text = query.toString();
  return {
    operation,
    request: { method: operation.method, path: text === '' ? path : `${path}?${text}`, headers, body },
  };
}

/** Encoded for a URL; half of a surrogate pair becomes the replacement character, as everywhere on the wire. */
function inUrl(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function bodyOf(draft: Draft, operation: OperationEntry, fixtures: Fixtures): string | undefined {
  if (operation.body === undefined) return undefined;
  if (draft.rawBody !== undefined) return draft.rawBody;
  const examples = Object.values(fixtures[operation.id]?.request ?? {});
  const example = examples[draft.example % examples.length]?.value;
  return JSON.stringify(mutate(example ?? {}, draft.mutations));
}
