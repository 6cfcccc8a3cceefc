import { answering, crash, refusing, rewriting, type StatelessMutant } from './defects.ts';
import { honestPicker, ITEMS, refuseSelection, selectedIn, VALIDATE } from './picker.ts';
import { type Asked, isBody, pause, type Reply } from './server.ts';

const isVerdict = ({ path }: Asked): boolean => path === VALIDATE;
const ok: Reply = { status: 200, body: 'OK' };
const idOf = (one: unknown): unknown => (isBody(one) ? one['id'] : undefined);
const isUnknown = (asked: Asked): boolean =>
  isVerdict(asked) && selectedIn(asked).some((one) => String(idOf(one)).startsWith('unknown-'));
const lacksId = (asked: Asked): boolean =>
  isVerdict(asked) && selectedIn(asked).some((one) => isBody(one) && one['id'] === undefined);
/** Returns the given response to a request that it should reject. */
const taking = (faulty: (asked: Asked) => boolean, reply: Reply): StatelessMutant['commit'] =>
  refusing((honest, asked) => (faulty(asked) ? reply : honest));

/** Mutants that validate selections incorrectly. */
export const verdictMutants: readonly StatelessMutant[] = [
  {
    name: 'learns-values',
    class: 'identity and isolation',
    defect: 'accepts a value that was validated before',
    caughtBy: 'UP-22',
    commit: (honest) => {
      const asks = new Map<string, number>();
      return (asked) => {
        if (!isUnknown(asked)) return honest(asked);
        const key = JSON.stringify(selectedIn(asked));
        asks.set(key, (asks.get(key) ?? 0) + 1);
        return (asks.get(key) ?? 0) > 1 ? ok : honest(asked);
      };
    },
  },
  {
    name: 'needs-more-than-the-id',
    class: 'linkage between operations',
    defect: 'does not recognize a value by its id only',
    caughtBy: 'UP-13',
    commit: (honest) => (asked) => {
      const bare = selectedIn(asked).some((one) => isBody(one) && Object.keys(one).join() === 'id');
      return isVerdict(asked) && bare && !isUnknown(asked)
        ? refuseSelection(['value is required'])
        : honest(asked);
    },
  },
  {
    name: 'knows-the-first-page-only',
    class: 'linkage between operations',
    defect: 'accepts values of the first page only',
    caughtBy: 'UP-14',
    commit: (honest) => (asked) =>
      isVerdict(asked) ? honestPicker(ITEMS.slice(0, 5))(asked) : honest(asked),
  },
  {
    name: 'refuses-whole-values',
    class: 'linkage between operations',
    defect: 'rejects values with the fields that it listed',
    caughtBy: 'UP-14',
    commit: (honest) => (asked) =>
      isVerdict(asked) && selectedIn(asked).some((one) => isBody(one) && 'description' in one)
        ? refuseSelection(['description is not known'])
        : honest(asked),
  },
  {
    name: 'accepts-everything',
    class: 'linkage between operations',
    defect: 'accepts values that it never listed',
    caughtBy: 'UP-16',
    commit: taking(isUnknown, ok),
  },
  {
    name: 'matches-loosely',
    class: 'identity and isolation',
    defect: 'accepts an id that starts like a known one',
    caughtBy: 'UP-16',
    commit: taking((asked) => selectedIn(asked).every((one) => String(idOf(one)).startsWith('term-')), ok),
  },
  {
    name: 'swaps-verdicts',
    class: 'identity and isolation',
    defect: 'returns the verdict on one concurrent request for both',
    caughtBy: 'UP-22',
    commit: (honest) => {
      let current: Asked | undefined;
      return async (asked) => {
        if (!isVerdict(asked) || selectedIn(asked).length === 0 || lacksId(asked)) return honest(asked);
        const shared = current ?? asked;
        current = shared;
        await pause(40);
        current = undefined;
        return honest(shared);
      };
    },
  },
  {
    name: 'takes-out-what-is-chosen',
    class: 'state over time',
    defect: 'does not list selected values any more',
    caughtBy: 'UP-22',
    commit: (honest) => {
      const taken = new Set<unknown>();
      return async (asked) => {
        const reply = await honest(asked);
        if (isVerdict(asked) && reply.status === 200)
          for (const one of selectedIn(asked)) taken.add(idOf(one));
        return asked.path === VALIDATE || taken.size === 0 || reply.status !== 200
          ? reply
          : honestPicker(ITEMS.filter(({ id }) => !taken.has(id)))(asked);
      };
    },
  },
  {
    name: 'looks-at-the-first',
    class: 'linkage between operations',
    defect: 'checks only the first of several values',
    caughtBy: 'UP-16',
    commit: taking((asked) => {
      const [first, ...others] = selectedIn(asked).map(idOf);
      return ITEMS.some(({ id }) => id === first) && !others.includes(undefined);
    }, ok),
  },
  {
    name: 'tells-of-one',
    class: 'cross-field meaning',
    defect: 'reports only the first of several unknown values',
    caughtBy: 'UP-21',
    commit: refusing((reply, asked) =>
      isUnknown(asked) && isBody(reply.body) && Array.isArray(reply.body['errors'])
        ? { ...reply, body: { errors: reply.body['errors'].slice(0, 1) } }
        : reply,
    ),
  },
  {
    name: 'errors-are-text',
    class: 'shape',
    defect: 'returns errors about values as plain strings',
    caughtBy: 'UP-16',
    commit: taking(isVerdict, { status: 400, body: { errors: ['no longer there'] } }),
  },
  {
    name: 'errors-in-a-success',
    class: 'shape',
    defect: 'returns errors about values with status 200',
    caughtBy: 'UP-16',
    commit: refusing((reply, asked) => (isUnknown(asked) ? { ...reply, status: 200 } : reply)),
  },
  {
    name: 'verdicts-not-implemented',
    class: 'shape',
    defect: 'returns 501 where the contract does not allow it',
    caughtBy: 'X-16',
    commit: rewriting((reply, asked) =>
      isVerdict(asked) ? { status: 501, body: { errors: ['not yet'], userMessage: 'Not yet.' } } : reply,
    ),
  },
  {
    name: 'bare-verdict',
    class: 'shape',
    defect: 'returns plain text instead of a JSON string',
    caughtBy: 'X-03',
    commit: answering((reply, asked) => (isVerdict(asked) ? { status: 200, raw: 'OK' } : reply)),
  },
  {
    name: 'fields-crash-verdicts',
    class: 'negatives',
    defect: 'crashes on the fields of the wizard',
    caughtBy: 'UP-13',
    commit: (honest) => (asked) => (isVerdict(asked) && asked.text.includes('"any"') ? crash : honest(asked)),
  },
  {
    name: 'selection-without-id',
    class: 'negatives',
    defect: 'accepts a selected object without an id',
    caughtBy: 'UP-15',
    commit: taking(lacksId, ok),
  },
  {
    name: 'selection-without-id-breaks',
    class: 'negatives',
    defect: 'crashes on a selected object without an id',
    caughtBy: 'UP-15',
    commit: taking(lacksId, crash),
  },
  {
    name: 'selection-in-order',
    class: 'cross-field meaning',
    defect: 'rejects values in another order than the listed one',
    caughtBy: 'UP-13',
    commit: answering((reply, asked) => {
      const places = selectedIn(asked).map((one) => ITEMS.findIndex(({ id }) => id === idOf(one)));
      const isMoved = places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0));
      return isVerdict(asked) && isMoved ? refuseSelection(['the order has changed']) : reply;
    }),
  },
  {
    name: 'slow-verdict',
    class: 'promptness',
    defect: 'takes two seconds for every verdict',
    caughtBy: 'UP-23',
    commit: (honest) => async (asked) => {
      if (isVerdict(asked) && isBody(asked.input)) await pause(2_000);
      return honest(asked);
    },
  },
];
