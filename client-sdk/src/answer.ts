import { validateByDefault } from '#validation-by-default';
import { breach } from './call.ts';
import { ApiError } from './errors.ts';
import { isObject, valueAt } from './json-pointer.ts';
import { redact, redactJson } from './redact.ts';
import type { Answer } from './send.ts';

/** Members in which servers put what a person should read, the best first. */
const TELLING_MEMBERS = ['userMessage', 'message', 'error', 'errors', 'detail', 'title', 'msg'];

/** The body of a successful answer, or `undefined` where the contract has none; throws for every other answer. */
export async function readBody(answer: Answer): Promise<unknown> {
  const { call, status, text } = answer;
  if (status < 200 || status > 299) throw refusalOf(answer);
  const { operation, session } = call;
  if (operation.bodies?.includes(status) === false) return undefined;
  const body = operation.text?.includes(status) ? (bareText(text) ?? parseBody(answer)) : parseBody(answer);
  const { onViolation, validate = validateByDefault } = session.options;
  if (validate) {
    const { operationId, requestId } = call;
    const place = { api: operation.api ?? session.table.id, operationId, requestId, status };
    const [violation] = (await validate(body, place, onViolation)) ?? [];
    if (violation) throw breach(answer, violation.expected, violation.pointer);
  }
  return body;
}

/** A text that a server sent as it is, without quotes. */
export function bareText(text: string): string | undefined {
  const bare = text.trim();
  return /^(["{[<]|null$|$)/.test(bare) ? undefined : bare;
}

/** The text in a body that the rest depends on: a token, or a state. */
export function textAt(answer: Answer, body: unknown, pointer: string, what: string): string {
  const text = valueAt(body, pointer);
  if (typeof text === 'string' && text) return text;
  throw breach(answer, `must be a ${what}`, pointer, typeof text);
}

/** The error that an answer other than success means. */
function refusalOf({ call, headers, status, text }: Answer): ApiError {
  const listed = call.operation.errors?.[status] ?? call.session.table.errors[status];
  let isListed = listed !== undefined;
  let body: unknown;
  try {
    body = redactJson(call, text);
  } catch {
    body = redact(call, text) || undefined;
    // A page of a proxy under a listed status is not what the contract lists.
    isListed = false;
  }
  // Without what may hold a credential.
  const moved = headers.get('location')?.replace(/[?#].*|[^/]*@/g, '');
  const place = status < 400 && (status ? moved : 'a hidden place');
  // By contract every error says why; a 404 without a word is mostly that of another path.
  const told = place
    ? `moved to ${place}, check baseUrl`
    : reasonIn(body).slice(0, 300) || `no reason${/40[45]/.test(`${status}`) ? ', check baseUrl' : ''}`;
  return new ApiError(call, `answered ${status}: ${told}`, {
    status,
    body,
    code: isObject(body) ? codeIn(body, listed) : undefined,
    isListed,
  });
}

function parseBody(answer: Answer): unknown {
  const { call, headers, text } = answer;
  try {
    return JSON.parse(text);
  } catch {
    // Cutting comes last: half a secret is not known as one.
    const start = redact(call, text).slice(0, 60);
    const seen = `${headers.get('content-type') ?? 'text'} ${JSON.stringify(start)}`;
    throw breach(answer, 'must be JSON', '', text ? seen : 'empty');
  }
}

/** Few contracts put the code on the wire, but a status with one code alone leaves no doubt. */
function codeIn(body: unknown, listed = ''): string | undefined {
  if (/^\w/.test(listed)) return listed;
  const shown = listed.split(',').map((pointer) => valueAt(body, pointer));
  return shown.find((code): code is string => typeof code === 'string' && /^\w+$/.test(code));
}

/** What a person should read of an error: its sentence for users hides what exactly is wrong, so the first error follows. */
function reasonIn(body: unknown): string {
  const told = tell(body);
  const first = tell([valueAt(body, '/errors')].flat()[0]);
  return told.includes(first) ? told : `${told} (${first})`;
}

/**
 * What a person should read of a body, in one line. `depth` is how many lists and objects may stand around it:
 * `{ errors: [{ error: '' }] }` has three.
 */
export function tell(body: unknown, depth = 4): string {
  // A page of HTML tells nothing in one line.
  if (typeof body === 'string') return /^\s*</.test(body) ? '' : body.trim();
  if (!isObject(body) || !depth) return '';
  const inside = (value: unknown) => tell(value, depth - 1);
  if (Array.isArray(body)) return body.map(inside).filter(Boolean).join('; ');
  return TELLING_MEMBERS.map((member) => inside(body[member])).find(Boolean) ?? '';
}
