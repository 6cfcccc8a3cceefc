import { type Mutant, mutant } from './mutant.ts';
import { type HookHabits, refuse } from './remote-request-hook/hook.ts';
import { mistaking, type StatelessMutant, withQuery, wrapped } from './stateless/defects.ts';
import { fitting, honestPicker, LIST, pageOf as pageOfValues } from './stateless/picker.ts';
import { pageOf as pageOfResources, RESOLVE, RESOURCES } from './stateless/resolver.ts';

/*
 * Mutants by an author who had read the contracts but not the checks. These are the ones that no check caught then.
 */

/** How long a stopped task reports that it is stopped, in milliseconds. */
const A_WHILE = 100;

/** Mutants of the tech adapter. */
export const adapterStrangers: readonly Mutant[] = [
  mutant('A-08', 'continues a terminated task, and reports COMPLETED some time after TERMINATED', () => {
    const believed = new Map<string, number>();
    return {
      work: 800,
      look(seen, { token }, now) {
        if (seen['status'] !== 'TERMINATED') return seen;
        const since = believed.get(token) ?? now;
        believed.set(token, since);
        return now - since > A_WHILE ? { ...seen, status: 'COMPLETED' } : seen;
      },
    };
  }),
  mutant(
    'TA-19',
    'reports a descriptor as invalid in the synchronous validation when the enriched descriptor reports a deployment',
    () => ({
      finish: (end, { operation, input }) =>
        operation === 'validate' && input['latestEnrichedDescriptor'] !== undefined
          ? { valid: false, error: { errors: ['the component is there already'] } }
          : end,
    }),
  ),
  mutant('X-22', 'compares the media type of a request with application/json exactly', () => ({
    answer: (reply, { headers }) =>
      headers['content-type']?.includes('charset') === true
        ? { status: 415, body: { errors: ['send application/json'] } }
        : reply,
  })),
];

/** Mutants of the engines. */
export const engineStrangers: readonly StatelessMutant[] = [];

/** Values for many pages that share their longest word. */
const MANY = Array.from({ length: 30 }, (_, index) => ({
  id: `term-${index}`,
  value: `Value word${index}`,
  domain: 'everywhere',
}));

/** Mutants of the picker. */
export const pickerStrangers: readonly StatelessMutant[] = [
  wrapped('UP-22', 'filters a list by the text of the previous request', (honest) => {
    let last: string | undefined;
    return (asked) => {
      if (asked.path !== LIST) return honest(asked);
      const kept = last;
      last = asked.query.get('filter') ?? undefined;
      if (last !== undefined || kept === undefined) return honest(asked);
      return honest(withQuery(asked, (query) => query.set('filter', kept)));
    };
  }),
  wrapped('UP-10', 'filters only the first page of all values', () => {
    const honest = honestPicker(MANY);
    return async (asked) => {
      const reply = await honest(asked);
      if (asked.path !== LIST || reply.status !== 200) return reply;
      const unfiltered = withQuery(asked, (query) => query.delete('filter')).query;
      return { ...reply, body: fitting(pageOfValues(MANY, unfiltered), asked.query) };
    };
  }),
];

/** Mutants of the resolver. */
export const resolverStrangers: readonly StatelessMutant[] = [
  wrapped('PR-10', 'finds every resource whose id starts with the requested text', (honest) => (asked) => {
    const id = asked.query.get('id');
    const fits = RESOURCES.filter(
      (one) => one.environment === asked.query.get('environment') && one.id.startsWith(id ?? ''),
    );
    const exact = fits.some((one) => one.id === id);
    return asked.path !== RESOLVE || id === null || exact || fits.length === 0
      ? honest(asked)
      : pageOfResources(fits, asked);
  }),
  wrapped(
    'PR-11',
    'ignores the id when the request has a limit',
    mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.has('limit')) query.delete('id');
      }),
    ),
  ),
];

/** Mutants of the approval service. */
export const hookStrangers: readonly Mutant<HookHabits>[] = [
  mutant('HK-10', 'converts the address to lower case', () => ({ address: ({ url }) => url.toLowerCase() })),
  mutant('HK-14', 'rejects a duplicate X-Request-ID', () => {
    const known = new Set<unknown>();
    return {
      answer(reply, { headers }) {
        const id = headers['x-request-id'];
        if (reply.status !== 202) return reply;
        if (known.has(id)) return refuse(400, ['The request is known already.']);
        known.add(id);
        return reply;
      },
    };
  }),
];
