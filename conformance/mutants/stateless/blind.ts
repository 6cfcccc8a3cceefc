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
    defect: 'breaks on braces and per cent signs in a policy',
    caughtBy: 'X-24',
    commit: breakingOn('policy', (text) => /[%{}]/.test(text)),
  },
  {
    name: 'policy-too-long',
    class: 'negatives',
    defect: 'breaks on a policy that is longer than its prompt may be',
    caughtBy: 'X-24',
    commit: breakingOn('policy', (text) => text.length > 4_000),
  },
  {
    name: 'undecided-is-null',
    class: 'shape',
    defect: 'says null where the policy asks for nothing that it knows',
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
    defect: 'breaks on a resource that is written as JSON',
    caughtBy: 'X-24',
    commit: breakingOn('content', (text) => text.startsWith('{')),
  },
];

/** Mutants of the picker. */
export const blindPickers: readonly StatelessMutant[] = [
  {
    name: 'null-for-no-body',
    class: 'negatives',
    defect: 'breaks on null in place of a body that may be left out',
    caughtBy: 'X-12',
    commit: rewriting((reply, asked) => (asked.path === LIST && asked.text === 'null' ? crash : reply)),
  },
  {
    name: 'offset-overflows',
    class: 'negatives',
    defect: 'breaks on an offset that 32 bits do not hold',
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
    defect: 'takes any size of a page beside a filter',
    caughtBy: 'UP-05',
    commit: mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.has('filter') && Number(query.get('limit')) < 5) query.set('limit', '5');
      }),
    ),
  },
  {
    name: 'empty-offset-is-nought',
    class: 'negatives',
    defect: 'takes an offset that is left empty for nought',
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
    defect: 'takes an environment without a name for the usual one',
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
    defect: 'breaks on a quote or a slash in an id',
    caughtBy: 'X-24',
    commit: rewriting((reply, asked) => (/['"/]/.test(asked.query.get('id') ?? '') ? crash : reply)),
  },
  {
    name: 'past-the-end-breaks',
    class: 'negatives',
    defect: 'breaks on a page past the end',
    caughtBy: 'X-24',
    commit: rewriting((reply, asked) =>
      Number(asked.query.get('offset')) > RESOURCES.length ? crash : reply,
    ),
  },
  {
    name: 'very-large-pages',
    class: 'cross-field meaning',
    defect: 'refuses a page of fifty-one and makes one of a thousand',
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
