import { crash, mistaking, rewriting, type StatelessMutant, wrapped } from './defects.ts';
import { textIn } from './engine.ts';
import { VALIDATE } from './picker.ts';
import { type Asked, bodyOf, isBody, type Reply } from './server.ts';

/*
 * Mutants that fail on unusual values, or on requests with unusual errors.
 */

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Crashes if a condition holds. */
const breakingWhere = (isBad: (asked: Asked) => boolean): StatelessMutant['commit'] =>
  rewriting((reply, asked) => (isBad(asked) ? crash : reply));

const inBody = (member: string, isBad: (text: string) => boolean): StatelessMutant['commit'] =>
  breakingWhere((asked) => {
    const text = textIn(asked, member);
    return typeof text === 'string' && isBad(text);
  });

/** Returns a metric value instead of a verdict for large content. */
const measuring = (reply: Reply, asked: Asked): Reply =>
  reply.status === 200 && String(textIn(asked, 'content')).length > 20_000
    ? { status: 200, body: { value: 0.5, errors: [] } }
    : reply;

const withInput = (asked: Asked, input: unknown): Asked => ({
  ...asked,
  input,
  text: JSON.stringify(input),
});

/** Mutants of both engines. */
const unusualForEngines: readonly StatelessMutant[] = [
  wrapped(
    'X-24',
    'crashes on an id with non-ASCII text',
    inBody('resourceId', (text) => !isAscii(text)),
  ),
  wrapped(
    'X-24',
    'crashes on a resource with CRLF line endings',
    inBody('content', (text) => text.includes('\r\n')),
  ),
  wrapped(
    'X-24',
    'crashes on an empty id',
    inBody('resourceId', (text) => text === ''),
  ),
  wrapped(
    'X-12',
    'accepts a list as the only resource in it',
    mistaking((asked) =>
      Array.isArray(asked.input) && isBody(asked.input[0]) ? withInput(asked, asked.input[0]) : asked,
    ),
  ),
  wrapped(
    'X-12',
    'returns true as a string',
    mistaking((asked) =>
      textIn(asked, 'content') === true
        ? withInput(asked, { ...(isBody(asked.input) ? asked.input : {}), content: 'true' })
        : asked,
    ),
  ),
  wrapped(
    'X-10',
    'names the content as the wrong field in every error',
    rewriting((reply) =>
      reply.status === 400 ? { ...reply, body: { ...bodyOf(reply), inputErrorField: 'content' } } : reply,
    ),
  ),
];

/** Mutants of the remote engine. */
export const unusualEngines: readonly StatelessMutant[] = [
  ...unusualForEngines,
  wrapped('RE-04', 'returns a value instead of a verdict for a large resource', rewriting(measuring)),
];

/** Mutants of the LLM engine. */
export const unusualLlms: readonly StatelessMutant[] = [
  ...unusualForEngines,
  wrapped('LE-02', 'returns a value instead of a verdict for a large resource', rewriting(measuring)),
];

/** Mutants of the picker. */
export const unusualPickers: readonly StatelessMutant[] = [
  wrapped(
    'X-12',
    'crashes on null in the list of selected objects',
    breakingWhere(
      ({ path, input }) =>
        path === VALIDATE && isBody(input) && [input['selectedObjects']].flat().includes(null),
    ),
  ),
];

/** Mutants of the resolver. */
export const unusualResolvers: readonly StatelessMutant[] = [
  wrapped(
    'X-24',
    'crashes on an environment with non-ASCII text',
    breakingWhere(({ query }) => !isAscii(query.get('environment') ?? '')),
  ),
  wrapped(
    'X-24',
    'crashes on a quote in the name of a type',
    breakingWhere(({ query }) => (query.get('resource-types') ?? '').includes("'")),
  ),
  wrapped(
    'X-24',
    'crashes on empty types',
    breakingWhere(({ query }) => query.get('resource-types') === ''),
  ),
  wrapped(
    'X-24',
    'crashes on an id that is longer than its column',
    breakingWhere(({ query }) => (query.get('id') ?? '').length > 255),
  ),
];
