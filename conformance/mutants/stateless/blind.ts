import { crash, mistaking, rewriting, type StatelessMutant, withQuery } from './defects.ts';
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
  {
    name: 'policy-is-a-template',
    class: 'negatives',
    defect: 'crashes on braces and percent signs in a policy',
    caughtBy: 'X-24',
    commit: breakingOn('policy', (text) => /[%{}]/.test(text)),
  },
  {
    name: 'policy-too-long',
    class: 'negatives',
    defect: 'crashes on a policy that exceeds the prompt limit',
    caughtBy: 'X-24',
    commit: breakingOn('policy', (text) => text.length > 4_000),
  },
  {
    name: 'undecided-is-null',
    class: 'shape',
    defect: 'returns null for a policy that it does not understand',
    caughtBy: 'LE-02',
    commit: rewriting((reply, asked) =>
      reply.status === 200 && isBody(reply.body) && String(textIn(asked, 'policy')).length > 1_000
        ? { ...reply, body: { ...reply.body, satisfiesPolicy: null } }
        : reply,
    ),
  },
];

/** Mutants of the remote engine. */
export const blindEngines: readonly StatelessMutant[] = [
  {
    name: 'json-is-no-content',
    class: 'negatives',
    defect: 'crashes on a resource that is JSON',
    caughtBy: 'X-24',
    commit: breakingOn('content', (text) => text.startsWith('{')),
  },
];

/** Mutants of the picker. */
export const blindPickers: readonly StatelessMutant[] = [
  {
    name: 'null-for-no-body',
    class: 'negatives',
    defect: 'crashes on null instead of an optional body',
    caughtBy: 'X-12',
    commit: rewriting((reply, asked) => (asked.path === LIST && asked.text === 'null' ? crash : reply)),
  },
  {
    name: 'offset-overflows',
    class: 'negatives',
    defect: 'crashes on an offset of more than 32 bits',
    caughtBy: 'X-24',
    commit: rewriting((reply, asked) =>
      asked.path === LIST && reply.status === 200 && Number(asked.query.get('offset')) >= 2 ** 31
        ? crash
        : reply,
    ),
  },
  {
    name: 'small-page-of-a-filter',
    class: 'negatives',
    defect: 'accepts any page size with a filter',
    caughtBy: 'UP-05',
    commit: mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.has('filter') && Number(query.get('limit')) < 5) query.set('limit', '5');
      }),
    ),
  },
  {
    name: 'empty-offset-is-zero',
    class: 'negatives',
    defect: 'treats an empty offset as zero',
    caughtBy: 'UP-12',
    commit: mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.get('offset') === '') query.set('offset', '0');
      }),
    ),
  },
];

/** Mutants of the resolver. */
export const blindResolvers: readonly StatelessMutant[] = [
  {
    name: 'no-name-is-the-usual-one',
    class: 'cross-field meaning',
    defect: 'treats an empty environment as the default one',
    caughtBy: 'PR-18',
    commit: mistaking((asked) =>
      asked.query.get('environment') === ''
        ? withQuery(asked, (query) => query.set('environment', 'development'))
        : asked,
    ),
  },
  {
    name: 'marks-in-an-id',
    class: 'negatives',
    defect: 'crashes on a quote or a slash in an id',
    caughtBy: 'X-24',
    commit: rewriting((reply, asked) => (/['"/]/.test(asked.query.get('id') ?? '') ? crash : reply)),
  },
  {
    name: 'past-the-end-breaks',
    class: 'negatives',
    defect: 'crashes on a page past the end',
    caughtBy: 'X-24',
    commit: rewriting((reply, asked) =>
      Number(asked.query.get('offset')) > RESOURCES.length ? crash : reply,
    ),
  },
  {
    name: 'very-large-pages',
    class: 'cross-field meaning',
    defect: 'rejects a limit of fifty-one and honors one of a thousand',
    caughtBy: 'PR-05',
    commit: (honest) => (asked) =>
      asked.path === RESOLVE && Number(asked.query.get('limit')) >= 100 && asked.query.has('environment')
        ? pageOf(
            RESOURCES.filter(({ environment }) => environment === asked.query.get('environment')),
            asked,
          )
        : honest(asked),
  },
];
