import type { ReferenceParameter } from '@tessera/contracts/reference-model';
import { curl } from '../samples/curl-sample.ts';
import { fillPath, queryString } from '../samples/sample-request.ts';
import type { TryOperation } from './contract.ts';
import { jsonFault } from './json-fault.ts';

/** What the reader entered, by the name of the field. */
export type Entries = Readonly<Record<string, string>>;

/** Names of the fields that are not parameters. */
export const ADDRESS = 'address';
export const TOKEN = 'token';
export const BODY = 'body';

/** A request that can be sent. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The same as a command, without the token. */
  readonly curl: string;
}

/** Why a field cannot be sent. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Name of the field of a parameter. */
export function fieldOf(parameter: Pick<ReferenceParameter, 'in' | 'name'>): string {
  return `${parameter.in} ${parameter.name}`;
}

/** The value of a parameter in the sample of the operation; empty for an optional one. */
export function sampleValue({ sample }: TryOperation, parameter: ReferenceParameter): string {
  const groups: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    path: sample.path,
    query: sample.query,
    header: sample.headers,
  };
  return String(groups[parameter.in]?.[parameter.name] ?? '');
}

/** The request that the reader describes, or what is wrong with it. */
export function prepareRequest(
  operation: TryOperation,
  entries: Entries,
): PreparedRequest | readonly FieldProblem[] {
  const problems = [
    ...addressProblems(entries[ADDRESS] ?? ''),
    ...operation.parameters.flatMap((parameter) => parameterProblems(parameter, entries)),
    ...bodyProblems(operation, entries[BODY] ?? ''),
  ];
  if (problems.length > 0) return problems;
  const entered = (place: string) =>
    Object.fromEntries(
      operation.parameters.flatMap((parameter) => {
        const value = entries[fieldOf(parameter)]?.trim() ?? '';
        return parameter.in === place && value !== '' ? [[parameter.name, value]] : [];
      }),
    );
  const { method } = operation.sample;
  const url = `${baseOf(entries[ADDRESS] ?? '')}${fillPath(operation.path, entered('path'))}${queryString(entered('query'))}`;
  const headers = entered('header');
  const token = entries[TOKEN]?.trim() ?? '';
  const text = entries[BODY]?.trim() ?? '';
  const body = operation.body && text !== '' ? { mediaType: operation.body.mediaType, text } : undefined;
  return {
    method,
    url,
    headers: {
      ...headers,
      ...(body && { 'content-type': body.mediaType }),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: body.text }),
    curl: curl({ method, url, headers, needsToken: token !== '', ...(body && { body }) }),
  };
}

/** An address without what may not follow: a slash at the end, a query, a fragment. */
export function baseOf(address: string): string {
  const { origin, pathname } = new URL(address.trim());
  return origin + pathname.replace(/\/+$/, '');
}

function addressProblems(address: string): FieldProblem[] {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : null;
  if (url && /^https?:$/.test(url.protocol)) return [];
  const message = 'Enter the address of the server with http:// or https://, such as http://localhost:8080.';
  return [{ field: ADDRESS, message }];
}

function parameterProblems(parameter: ReferenceParameter, entries: Entries): FieldProblem[] {
  const field = fieldOf(parameter);
  const isMissing = parameter.required && (entries[field] ?? '').trim() === '';
  return isMissing ? [{ field, message: `Enter a value: ${parameter.name} is required.` }] : [];
}

function bodyProblems({ body }: TryOperation, text: string): FieldProblem[] {
  if (!body) return [];
  if (text.trim() === '')
    return body.required
      ? [{ field: BODY, message: 'Enter a request body: this operation requires one.' }]
      : [];
  const fault = jsonFault(text);
  if (!fault) return [];
  return [{ field: BODY, message: `Line ${fault.line} is not valid JSON: expected ${fault.expected}.` }];
}
