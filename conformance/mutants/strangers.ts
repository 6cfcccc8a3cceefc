import type { Mutant } from './mutant.ts';
import { type HookHabits, refuse } from './remote-request-hook/hook.ts';
import { crash, mistaking, type StatelessMutant, withQuery } from './stateless/defects.ts';
import { fitting, honestPicker, LIST, pageOf as pageOfValues } from './stateless/picker.ts';
import { pageOf as pageOfResources, RESOLVE, RESOURCES } from './stateless/resolver.ts';

/*
 * Mutants by an author who had read the contracts but not the checks. These are the ones that no check caught then.
 */

/** How long a stopped task reports that it is stopped, in milliseconds. */
const A_WHILE = 100;

/** Mutants of the tech adapter. */
export const adapterStrangers: readonly Mutant[] = [
  {
    name: 'stopped-task-completes',
    class: 'state over time',
    defect: 'continues a terminated task, and reports COMPLETED some time after TERMINATED',
    caughtBy: 'A-08',
    habits: () => {
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
    },
  },
  {
    name: 'deployed-is-invalid-at-once',
    class: 'linkage between operations',
    defect:
      'reports a descriptor as invalid in the synchronous validation when the enriched descriptor reports a deployment',
    caughtBy: 'TA-19',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'validate' && input['latestEnrichedDescriptor'] !== undefined
          ? { valid: false, error: { errors: ['the component is there already'] } }
          : end,
    }),
  },
  {
    name: 'refuses-a-charset',
    class: 'negatives',
    defect: 'compares the media type of a request with application/json exactly',
    caughtBy: 'X-22',
    habits: () => ({
      answer: (reply, { headers }) =>
        headers['content-type']?.includes('charset') === true
          ? { status: 415, body: { errors: ['send application/json'] } }
          : reply,
    }),
  },
];

/** Mutants of the engines. */
export const engineStrangers: readonly StatelessMutant[] = [
  {
    name: 'breaks-on-letters',
    class: 'negatives',
    defect: 'crashes on content with non-ASCII text',
    caughtBy: 'X-21',
    commit: (honest) => (asked) => (/[\u0080-\uffff]/.test(asked.text) ? crash : honest(asked)),
  },
];

/** Values for many pages that share their longest word. */
const MANY = Array.from({ length: 30 }, (_, index) => ({
  id: `term-${index}`,
  value: `Value word${index}`,
  domain: 'everywhere',
}));

/** Mutants of the picker. */
export const pickerStrangers: readonly StatelessMutant[] = [
  {
    name: 'filter-stays',
    class: 'state over time',
    defect: 'filters a list by the text of the previous request',
    caughtBy: 'UP-22',
    commit: (honest) => {
      let last: string | undefined;
      return (asked) => {
        if (asked.path !== LIST) return honest(asked);
        const kept = last;
        last = asked.query.get('filter') ?? undefined;
        if (last !== undefined || kept === undefined) return honest(asked);
        return honest(withQuery(asked, (query) => query.set('filter', kept)));
      };
    },
  },
  {
    name: 'filters-the-page',
    class: 'cross-field meaning',
    defect: 'filters only the first page of all values',
    caughtBy: 'UP-10',
    commit: () => {
      const honest = honestPicker(MANY);
      return async (asked) => {
        const reply = await honest(asked);
        if (asked.path !== LIST || reply.status !== 200) return reply;
        const unfiltered = withQuery(asked, (query) => query.delete('filter')).query;
        return { ...reply, body: fitting(pageOfValues(MANY, unfiltered), asked.query) };
      };
    },
  },
];

/** Mutants of the resolver. */
export const resolverStrangers: readonly StatelessMutant[] = [
  {
    name: 'id-by-its-beginning',
    class: 'identity and isolation',
    defect: 'finds every resource whose id starts with the requested text',
    caughtBy: 'PR-10',
    commit: (honest) => (asked) => {
      const id = asked.query.get('id');
      const fits = RESOURCES.filter(
        (one) => one.environment === asked.query.get('environment') && one.id.startsWith(id ?? ''),
      );
      const exact = fits.some((one) => one.id === id);
      return asked.path !== RESOLVE || id === null || exact || fits.length === 0
        ? honest(asked)
        : pageOfResources(fits, asked);
    },
  },
  {
    name: 'id-ignored-beside-limit',
    class: 'cross-field meaning',
    defect: 'ignores the id when the request has a limit',
    caughtBy: 'PR-11',
    commit: mistaking((asked) =>
      withQuery(asked, (query) => {
        if (query.has('limit')) query.delete('id');
      }),
    ),
  },
];

/** Mutants of the approval service. */
export const hookStrangers: readonly Mutant<HookHabits>[] = [
  {
    name: 'hook-lowers-the-address',
    class: 'identity and isolation',
    defect: 'converts the address to lower case',
    caughtBy: 'HK-10',
    habits: () => ({ address: ({ url }) => url.toLowerCase() }),
  },
  {
    name: 'hook-refuses-repeats',
    class: 'sequence',
    defect: 'rejects a duplicate X-Request-ID',
    caughtBy: 'HK-14',
    habits: () => {
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
    },
  },
];
