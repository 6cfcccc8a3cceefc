import { crash, mistaking, rewriting, type StatelessMutant } from './defects.ts';
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
  {
    name: 'ids-in-ascii',
    class: 'negatives',
    defect: 'crashes on an id with non-ASCII text',
    caughtBy: 'X-24',
    commit: inBody('resourceId', (text) => !isAscii(text)),
  },
  {
    name: 'lines-of-windows',
    class: 'negatives',
    defect: 'crashes on a resource with CRLF line endings',
    caughtBy: 'X-24',
    commit: inBody('content', (text) => text.includes('\r\n')),
  },
  {
    name: 'no-id-to-look-up',
    class: 'negatives',
    defect: 'crashes on an empty id',
    caughtBy: 'X-24',
    commit: inBody('resourceId', (text) => text === ''),
  },
  {
    name: 'one-of-a-list',
    class: 'negatives',
    defect: 'accepts a list as the only resource in it',
    caughtBy: 'X-12',
    commit: mistaking((asked) =>
      Array.isArray(asked.input) && isBody(asked.input[0]) ? withInput(asked, asked.input[0]) : asked,
    ),
  },
  {
    name: 'truth-is-text',
    class: 'negatives',
    defect: 'returns true as a string',
    caughtBy: 'X-12',
    commit: mistaking((asked) =>
      textIn(asked, 'content') === true
        ? withInput(asked, { ...(isBody(asked.input) ? asked.input : {}), content: 'true' })
        : asked,
    ),
  },
  {
    name: 'blames-the-content',
    class: 'cross-field meaning',
    defect: 'names the content as the wrong field in every error',
    caughtBy: 'X-10',
    commit: rewriting((reply) =>
      reply.status === 400 ? { ...reply, body: { ...bodyOf(reply), inputErrorField: 'content' } } : reply,
    ),
  },
];

/** Mutants of the remote engine. */
export const unusualEngines: readonly StatelessMutant[] = [
  ...unusualForEngines,
  {
    name: 'measures-what-is-large',
    class: 'cross-field meaning',
    defect: 'returns a value instead of a verdict for a large resource',
    caughtBy: 'RE-04',
    commit: rewriting(measuring),
  },
];

/** Mutants of the LLM engine. */
export const unusualLlms: readonly StatelessMutant[] = [
  ...unusualForEngines,
  {
    name: 'measures-what-is-large',
    class: 'cross-field meaning',
    defect: 'returns a value instead of a verdict for a large resource',
    caughtBy: 'LE-02',
    commit: rewriting(measuring),
  },
];

/** Mutants of the picker. */
export const unusualPickers: readonly StatelessMutant[] = [
  {
    name: 'nothing-is-selected',
    class: 'negatives',
    defect: 'crashes on null in the list of selected objects',
    caughtBy: 'X-12',
    commit: breakingWhere(
      ({ path, input }) =>
        path === VALIDATE && isBody(input) && [input['selectedObjects']].flat().includes(null),
    ),
  },
];

/** Mutants of the resolver. */
export const unusualResolvers: readonly StatelessMutant[] = [
  {
    name: 'environments-in-ascii',
    class: 'negatives',
    defect: 'crashes on an environment with non-ASCII text',
    caughtBy: 'X-24',
    commit: breakingWhere(({ query }) => !isAscii(query.get('environment') ?? '')),
  },
  {
    name: 'quote-in-a-type',
    class: 'negatives',
    defect: 'crashes on a quote in the name of a type',
    caughtBy: 'X-24',
    commit: breakingWhere(({ query }) => (query.get('resource-types') ?? '').includes("'")),
  },
  {
    name: 'types-left-empty',
    class: 'negatives',
    defect: 'crashes on empty types',
    caughtBy: 'X-24',
    commit: breakingWhere(({ query }) => query.get('resource-types') === ''),
  },
  {
    name: 'id-too-long',
    class: 'negatives',
    defect: 'crashes on an id that is longer than its column',
    caughtBy: 'X-24',
    commit: breakingWhere(({ query }) => (query.get('id') ?? '').length > 255),
  },
];
