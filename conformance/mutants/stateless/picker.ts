import { errorList, isBody, type Reply } from '../reply.ts';
import { type Asked, type Responder, routing } from './server.ts';

export interface Item {
  readonly id: string;
  readonly [member: string]: unknown;
}

const WORDS = ['Shipment', 'Carrier', 'Invoice', 'Depot'];

/** Enough values for several pages, and few enough to page through all of them. */
export const ITEMS: readonly Item[] = Array.from({ length: 23 }, (_, index) => ({
  id: `term-${index}`,
  value: `${WORDS[index % WORDS.length]} ${index}`,
  description: `What number ${index} is about`,
}));

export const LIST = '/v1/resources';
export const VALIDATE = '/v1/resources/validate';

/** A conformant picker. */
export function honestPicker(items: readonly Item[] = ITEMS): Responder {
  return routing([
    {
      method: 'POST',
      path: LIST,
      body: 'optional',
      refuse: (errors) => errorList(400, errors),
      answer(asked) {
        const faults = pageFaults(asked.query);
        return faults.length > 0 ? errorList(400, faults) : { status: 200, body: pageOf(items, asked.query) };
      },
    },
    {
      method: 'POST',
      path: VALIDATE,
      body: 'required',
      refuse: refuseSelection,
      answer: (asked) => verdictOn(items, asked),
    },
  ]);
}

/** The page of values that a query requests. */
export function pageOf(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const offset = Number(query.get('offset'));
  return fitting(items, query).slice(offset, offset + Number(query.get('limit')));
}

export function fitting(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const wanted = (query.get('filter') ?? '').toLowerCase();
  return items.filter((item) =>
    Object.values(item).some((value) => String(value).toLowerCase().includes(wanted)),
  );
}

export function refuseSelection(errors: readonly string[]): Reply {
  const suggestion = 'Choose another value.';
  return { status: 400, body: { errors: errors.map((error) => ({ error, suggestion })) } };
}

/** The selected values in a request. */
export function selectedIn({ input }: Asked): readonly unknown[] {
  const selected = isBody(input) ? input['selectedObjects'] : undefined;
  return Array.isArray(selected) ? selected : [];
}

function pageFaults(query: URLSearchParams): string[] {
  return [['offset', 0] as const, ['limit', 5] as const].flatMap(([name, least]) => {
    const text = query.get(name);
    if (text === null) return [`${name} is required`];
    return /^\d+$/.test(text) && Number(text) >= least ? [] : [`${name} is a number of at least ${least}`];
  });
}

function verdictOn(items: readonly Item[], asked: Asked): Reply {
  const input = isBody(asked.input) ? asked.input : {};
  if (!Array.isArray(input['selectedObjects'])) return refuseSelection(['selectedObjects is required']);
  const selected = selectedIn(asked);
  if (!selected.every((one) => isBody(one) && typeof one['id'] === 'string'))
    return refuseSelection(['selectedObjects.id is required']);
  const stale = selected
    .flatMap((one) => (isBody(one) ? [String(one['id'])] : []))
    .filter((id) => !items.some((item) => item.id === id));
  return stale.length === 0
    ? { status: 200, body: 'OK' }
    : refuseSelection(stale.map((id) => `${id} is no longer available`));
}
