import { answering, crash, refusing, type StatelessMutant, wrapped } from './defects.ts';
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
  wrapped('UP-22', 'accepts a value that was validated before', (honest) => {
    const asks = new Map<string, number>();
    return (asked) => {
      if (!isUnknown(asked)) return honest(asked);
      const key = JSON.stringify(selectedIn(asked));
      asks.set(key, (asks.get(key) ?? 0) + 1);
      return (asks.get(key) ?? 0) > 1 ? ok : honest(asked);
    };
  }),
  wrapped('UP-13', 'does not recognize a value by its id only', (honest) => (asked) => {
    const bare = selectedIn(asked).some((one) => isBody(one) && Object.keys(one).join() === 'id');
    return isVerdict(asked) && bare && !isUnknown(asked)
      ? refuseSelection(['value is required'])
      : honest(asked);
  }),
  wrapped(
    'UP-14',
    'accepts values of the first page only',
    (honest) => (asked) => (isVerdict(asked) ? honestPicker(ITEMS.slice(0, 5))(asked) : honest(asked)),
  ),
  wrapped(
    'UP-14',
    'rejects values with the fields that it listed',
    (honest) => (asked) =>
      isVerdict(asked) && selectedIn(asked).some((one) => isBody(one) && 'description' in one)
        ? refuseSelection(['description is not known'])
        : honest(asked),
  ),
  wrapped('UP-16', 'accepts values that it never listed', taking(isUnknown, ok)),
  wrapped(
    'UP-16',
    'accepts an id that starts like a known one',
    taking((asked) => selectedIn(asked).every((one) => String(idOf(one)).startsWith('term-')), ok),
  ),
  wrapped('UP-22', 'returns the verdict on one concurrent request for both', (honest) => {
    let current: Asked | undefined;
    return async (asked) => {
      if (!isVerdict(asked) || selectedIn(asked).length === 0 || lacksId(asked)) return honest(asked);
      const shared = current ?? asked;
      current = shared;
      await pause(40);
      current = undefined;
      return honest(shared);
    };
  }),
  wrapped('UP-22', 'does not list selected values any more', (honest) => {
    const taken = new Set<unknown>();
    return async (asked) => {
      const reply = await honest(asked);
      if (isVerdict(asked) && reply.status === 200) for (const one of selectedIn(asked)) taken.add(idOf(one));
      return asked.path === VALIDATE || taken.size === 0 || reply.status !== 200
        ? reply
        : honestPicker(ITEMS.filter(({ id }) => !taken.has(id)))(asked);
    };
  }),
  wrapped(
    'UP-16',
    'checks only the first of several values',
    taking((asked) => {
      const [first, ...others] = selectedIn(asked).map(idOf);
      return ITEMS.some(({ id }) => id === first) && !others.includes(undefined);
    }, ok),
  ),
  wrapped(
    'UP-21',
    'reports only the first of several unknown values',
    refusing((reply, asked) =>
      isUnknown(asked) && isBody(reply.body) && Array.isArray(reply.body['errors'])
        ? { ...reply, body: { errors: reply.body['errors'].slice(0, 1) } }
        : reply,
    ),
  ),
  wrapped(
    'UP-16',
    'returns errors about values as plain strings',
    taking(isVerdict, { status: 400, body: { errors: ['no longer there'] } }),
  ),
  wrapped(
    'UP-16',
    'returns errors about values with status 200',
    refusing((reply, asked) => (isUnknown(asked) ? { ...reply, status: 200 } : reply)),
  ),
  wrapped(
    'X-03',
    'returns plain text instead of a JSON string',
    answering((reply, asked) => (isVerdict(asked) ? { status: 200, raw: 'OK' } : reply)),
  ),
  wrapped(
    'UP-13',
    'crashes on the fields of the wizard',
    (honest) => (asked) => (isVerdict(asked) && asked.text.includes('"any"') ? crash : honest(asked)),
  ),
  wrapped('UP-15', 'accepts a selected object without an id', taking(lacksId, ok)),
  wrapped('UP-15', 'crashes on a selected object without an id', taking(lacksId, crash)),
  wrapped(
    'UP-13',
    'rejects values in another order than the listed one',
    answering((reply, asked) => {
      const places = selectedIn(asked).map((one) => ITEMS.findIndex(({ id }) => id === idOf(one)));
      const isMoved = places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0));
      return isVerdict(asked) && isMoved ? refuseSelection(['the order has changed']) : reply;
    }),
  ),
];
