import { crash, mistaking, rewriting, type StatelessMutant, withQuery, wrapped } from './defects.ts';
import { textIn } from './engine.ts';
import { LIST } from './picker.ts';
import { pageOf, RESOLVE, RESOURCES } from './resolver.ts';
import { isBody } from './server.ts';

/*
 * Mutants by an author who had not seen the checks. At that time, no check caught them.
 */

/** Crashes on texts that it embeds in another text without escaping. */
const breakingOn = (member: string, isBad: (text: string) => boolean): StatelessMutant['commit'] =>
  rewriting((reply, asked) => {
    const text = textIn(asked, member);
    return reply.status === 200 && typeof text === 'string' && isBad(text) ? crash : reply;
  });

/** Mutants of the LLM engine. */
export const blindLlms: readonly StatelessMutant[] = [
  wrapped(
    'X-24',
    'crashes on braces and percent signs in a policy',
    breakingOn('policy', (text) => /[%{}]/.test(text)),
  ),
  wrapped(
    'X-24',
    'crashes on a policy that exceeds the prompt limit',
    breakingOn('policy', (text) => text.length > 4_000),
  ),
  wrapped(
    'LE-02',
    'returns null for a policy that it does not understand',
    rewriting((reply, asked) =>
      reply.status === 200 && isBody(reply.body) && String(textIn(asked, 'policy')).length > 1_000
        ? { ...reply, body: { ...reply.body, satisfiesPolicy: null } }
        : reply,
    ),
  ),
];

/** Mutants of the remote engine. */
export const blindEngines: readonly StatelessMutant[] = [
  wrapped(
    'X-24',
    'crashes on a resource that is JSON',
    breakingOn('content', (text) => text.startsWith('{')),
  ),
];

/** Mutants of the picker. */
export const blindPickers: readonly StatelessMutant[] = [
  wrapped(
    'X-12',
    'crashes on null instead of an optional body',
    rewriting((reply, asked) => (asked.path === LIST && asked.text === 'null' ? crash : reply)),
  ),
  wrapped(
    'X-24',
    'crashes on an offset of more than 32 bits',
    rewriting((reply, asked) =>
      asked.path === LIST && reply.status === 200 && Number(asked.query.get('offset')) >= 2 ** 31
        ? crash
        : reply,
    ),
  ),
  wrapped(
    'UP-05',
    'accepts any page size with a filter',
    mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.has('filter') && Number(query.get('limit')) < 5) query.set('limit', '5');
      }),
    ),
  ),
  wrapped(
    'UP-12',
    'treats an empty offset as zero',
    mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.get('offset') === '') query.set('offset', '0');
      }),
    ),
  ),
];

/** Mutants of the resolver. */
export const blindResolvers: readonly StatelessMutant[] = [
  wrapped(
    'PR-18',
    'treats an empty environment as the default one',
    mistaking((asked) =>
      asked.query.get('environment') === ''
        ? withQuery(asked, (query) => query.set('environment', 'development'))
        : asked,
    ),
  ),
  wrapped(
    'X-24',
    'crashes on a quote or a slash in an id',
    rewriting((reply, asked) => (/['"/]/.test(asked.query.get('id') ?? '') ? crash : reply)),
  ),
  wrapped(
    'X-24',
    'crashes on a page past the end',
    rewriting((reply, asked) => (Number(asked.query.get('offset')) > RESOURCES.length ? crash : reply)),
  ),
  wrapped(
    'PR-05',
    'rejects a limit of fifty-one and honors one of a thousand',
    (honest) => (asked) =>
      asked.path === RESOLVE && Number(asked.query.get('limit')) >= 100 && asked.query.has('environment')
        ? pageOf(
            RESOURCES.filter(({ environment }) => environment === asked.query.get('environment')),
            asked,
          )
        : honest(asked),
  ),
];
