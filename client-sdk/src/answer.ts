import type { ResponseEntry } from '@tessera/contracts/vocabulary';
import { breach } from './call.ts';
import { ApiError, ConnectionError } from './errors.ts';
import { isObject, valueAt } from './json-pointer.ts';
import { targetOf } from './redirect.ts';
import type { Answer } from './send.ts';

/** Members in which servers put what a person should read, the best first. */
const TELLING_MEMBERS = ['userMessage', 'message', 'error', 'errors', 'detail', 'title', 'msg'];
const LONGEST_TOLD = 300;
const LONGEST_SEEN = 60;

/** Whether a status means success. */
function isSuccess(status: number | string): boolean {
  return /^2\d\d$/.test(String(status));
}

/** The body of a successful answer, or `undefined` where the contract has none; throws for every other answer. */
export function readBody(answer: Answer): unknown {
  throwUnlessSuccess(answer);
  const { call, status, text } = answer;
  const { mediaType, schema } = entryOf(answer);
  if (mediaType === undefined) return undefined;
  if (!/json/.test(mediaType)) return text;
  const body = parseBody(answer);
  const place = { api: call.session.table.id, operationId: call.operation.id, status, schema: schema ?? '' };
  const violation = call.session.options.validate?.(body, place)?.[0];
  if (violation !== undefined) throw breach(call, status, violation.expected, { pointer: violation.pointer });
  return body;
}

/** The token of a task: bare text, a JSON string, or the member of an object that the contract names. */
export function readToken(answer: Answer, pointer: string): string {
  throwUnlessSuccess(answer);
  const { call, status } = answer;
  const text = answer.text.trim();
  const isBare = pointer === '' && !/^(["{[<]|null$|$)/.test(text);
  const value = isBare ? text : valueAt(parseBody(answer), pointer);
  const token = typeof value === 'number' ? String(value) : value;
  if (typeof token === 'string' && token !== '') return token;
  throw breach(call, status, 'must be a token', { pointer, seen: nameKind(token) });
}

/** Throws what an answer other than success means. */
function throwUnlessSuccess(answer: Answer): void {
  const { call, isOpaque, status } = answer;
  if (isSuccess(status)) return;
  if (isOpaque) {
    throw new ConnectionError(
      'is redirected, but the browser hides where to: set baseUrl to the final address',
      {
        ...call.details,
        code: 'REDIRECT_HIDDEN',
        mayHaveHappened: false,
      },
    );
  }
  const { body, isJson } = parseError(call.redact(answer.text));
  const listed = call.operation.responses[status];
  const target = targetOf(answer);
  const told =
    target === undefined
      ? tell(body)
      : `the operation moved to ${target.origin}${target.pathname}, set baseUrl to match`;
  const shortened = told.length > LONGEST_TOLD ? `${told.slice(0, LONGEST_TOLD)}...` : told;
  throw new ApiError(`answered ${status}${shortened === '' ? '' : `: ${shortened}`}`, {
    ...call.details,
    status,
    body,
    code: codeOf(call.operation.errors[status] ?? [], body),
    // A page of a proxy under a listed status is not what the contract lists.
    isListed: listed !== undefined && (listed.mediaType === undefined || isJson),
  });
}

/** What the contract says about an answer; a success that it does not list is read like the first that it lists. */
function entryOf({ call, status }: Answer): ResponseEntry {
  const { responses } = call.operation;
  return responses[status] ?? Object.entries(responses).find(([listed]) => isSuccess(listed))?.[1] ?? {};
}

function parseBody({ call, headers, status, text }: Answer): unknown {
  if (text === '') throw breach(call, status, 'must be JSON', { seen: 'empty' });
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Cutting comes last: half a secret would not be recognised.
    const start = JSON.stringify(call.redact(text).slice(0, LONGEST_SEEN));
    const seen = `${headers.get('content-type') ?? 'text without a type'} that starts with ${start}`;
    // The parser's message quotes the body, so it is not passed on.
    throw breach(call, status, 'must be JSON', { seen, cause: new SyntaxError(nameKind(cause)) });
  }
}

function parseError(text: string): { body: unknown; isJson: boolean } {
  try {
    return { body: JSON.parse(text), isJson: true };
  } catch {
    return { body: text === '' ? undefined : text, isJson: false };
  }
}

/** Few contracts put the code on the wire, but a status with one code alone leaves no doubt. */
function codeOf(declared: readonly string[], body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const sent = Object.values(body);
  return declared.find((code) => sent.includes(code)) ?? (declared.length === 1 ? declared[0] : undefined);
}

function tell(body: unknown): string {
  // A page of HTML tells nothing in one line.
  if (typeof body === 'string') return /^\s*</.test(body) ? '' : body.trim();
  if (Array.isArray(body)) return body.map(tell).filter(Boolean).join('; ');
  if (!isObject(body)) return '';
  for (const member of TELLING_MEMBERS) {
    const told = tell(body[member]);
    if (told !== '') return told;
  }
  return '';
}

function nameKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
