import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { atPointer, listOf, pointerKeys } from '../../src/suite/json.ts';
import { LISTS } from './general.ts';
import { changedAt, type Derived, type Operator } from './subject.ts';
import { bodyOf, queryOf, type Reply, type Tamper, withJson, withQuery } from './tampering.ts';

/*
 * Operators on lists and on operations that answer steadily. Their places: every operation with `x-dp-pagination`,
 * every parameter that selects items, orders them or includes a member, and every safe operation.
 */

/** Changes requests to one operation before the correct server answers them. */
const asking =
  (id: string, change: (query: URLSearchParams) => void): Tamper =>
  (asked, next) =>
    next(asked.operation === id ? withQuery(asked, change) : asked);

/** Changes the items of every page of one operation. */
const onItems =
  (
    { id, pagination }: OperationEntry,
    change: (items: readonly unknown[], query: URLSearchParams) => readonly unknown[],
  ): Tamper =>
  async (asked, next) => {
    const reply = await next(asked);
    if (asked.operation !== id || reply.status !== 200) return reply;
    const keys = pointerKeys(pagination?.items ?? '');
    return withJson(
      reply,
      changedAt(bodyOf(reply), keys, (items) => change(listOf(items), queryOf(asked))),
    );
  };

const pages: Operator = ({ contract, operations }) => {
  const rules = LISTS[contract] ?? {};
  return operations.flatMap((operation) => {
    const { id, pagination } = operation;
    const [limit, offset] = [queryName(pagination?.limit), queryName(pagination?.offset)];
    const { default: usual, chosen } = operation.parameters.find(({ name }) => name === limit) ?? {};
    if (pagination === undefined || limit === undefined || offset === undefined) return [];
    const shifting = (by: number): Tamper =>
      asking(id, (query) => {
        const given = Number(query.get(offset) ?? 0);
        if (given > 0) query.set(offset, String(given + by));
      });
    return made([
      [rules.overlap, `${id}: repeats the last item of a page on the next one`, () => shifting(-1)],
      [rules.overlap, `${id}: skips an item between two pages`, () => shifting(1)],
      [
        rules.overlap,
        `${id}: lists every second page in reverse order`,
        () => onItems(operation, (items, query) => turned(items, query, offset, limit)),
      ],
      [
        pagination.pageSize === undefined ? rules.overlap : undefined,
        `${id}: returns at most ten items without saying so`,
        () => onItems(operation, (items) => items.slice(0, 10)),
      ],
      [
        rules.past,
        `${id}: returns the first page for every offset`,
        () => asking(id, (query) => query.set(offset, '0')),
      ],
      [
        rules.past,
        `${id}: returns the last items for an offset past the end`,
        () => neverEmpty(operation, offset),
      ],
      [
        rules.limit,
        `${id}: returns one item more than the limit`,
        () =>
          asking(id, (query) => {
            if (query.has(limit)) query.set(limit, String(Number(query.get(limit)) + 1));
          }),
      ],
      [
        usual === undefined || chosen?.includes('default') ? undefined : rules.byDefault,
        `${id}: returns one item more than the default limit`,
        () =>
          asking(id, (query) => {
            if (!query.has(limit)) query.set(limit, String(Number(usual) + 1));
          }),
      ],
      [
        pagination.total === undefined ? undefined : rules.total,
        `${id}: counts only the items of a page`,
        () => async (asked, next) => {
          const reply = await next(asked);
          if (asked.operation !== id || reply.status !== 200) return reply;
          const count = listOf(atPointer(bodyOf(reply), pagination.items)).length;
          const keys = pointerKeys(pagination.total ?? '');
          return withJson(
            reply,
            changedAt(bodyOf(reply), keys, () => count),
          );
        },
      ],
    ]);
  });
};

function turned(items: readonly unknown[], query: URLSearchParams, offset: string, limit: string) {
  const page = Number(query.get(offset) ?? 0) / Number(query.get(limit) ?? 1);
  return page % 2 === 1 ? items.toReversed() : items;
}

function neverEmpty({ id, pagination }: OperationEntry, offset: string): Tamper {
  let last: Reply | undefined;
  return async (asked, next) => {
    const reply = await next(asked);
    if (asked.operation !== id || !queryOf(asked).has(offset)) return reply;
    const isEmpty =
      reply.status === 404 || listOf(atPointer(bodyOf(reply), pagination?.items ?? '')).length === 0;
    if (!isEmpty) last = reply;
    return isEmpty ? (last ?? reply) : reply;
  };
}

const parameters: Operator = ({ contract, operations }) => {
  const rules = LISTS[contract] ?? {};
  return operations.flatMap(({ id, pagination, parameters: all }) =>
    all.flatMap(({ name, selects, required }) => {
      const ignored = (): Tamper =>
        asking(id, (query) => {
          if (!required) query.delete(name);
        });
      const words = `${id}: ignores ${name}`;
      return made([
        [
          selects?.items === undefined || required || pagination === undefined ? undefined : rules.filter,
          words,
          ignored,
        ],
        [selects?.order === undefined ? undefined : rules.order, words, ignored],
        [selects?.member === undefined ? undefined : rules.member, words, ignored],
      ]);
    }),
  );
};

const steadiness: Operator = ({ contract, operations }) => {
  const { steady, stale: mixed = steady } = LISTS[contract] ?? {};
  return operations.flatMap(({ id, method, safe, longRunning, pagination }) =>
    (method !== 'GET' && safe !== true) || longRunning !== undefined
      ? []
      : made([
          [
            pagination === undefined || (mixed !== steady && pagination.offset === undefined)
              ? undefined
              : mixed,
            `${id}: returns the previous response for every second request`,
            () => stale(id),
          ],
          [steady, `${id}: returns 404 for every fifth request that succeeds`, () => flaky(id)],
        ]),
  );
};

function stale(id: string): Tamper {
  let count = 0;
  let before: Reply | undefined;
  return async (asked, next) => {
    const reply = await next(asked);
    if (asked.operation !== id || reply.status !== 200) return reply;
    count += 1;
    const shown = count % 2 === 0 ? (before ?? reply) : reply;
    before = reply;
    return shown;
  };
}

function flaky(id: string): Tamper {
  let count = 0;
  return async (asked, next) => {
    const reply = await next(asked);
    if (asked.operation !== id || reply.status !== 200) return reply;
    count += 1;
    return count % 5 === 0 ? { ...reply, status: 404 } : reply;
  };
}

function made(rows: readonly (readonly [string | undefined, string, () => Tamper])[]): Derived[] {
  return rows.flatMap(([caughtBy, defect, tamper]) =>
    caughtBy === undefined ? [] : [{ caughtBy, defect, tamper }],
  );
}

/** The name of a query parameter; undefined for a member of the body. */
function queryName(place: string | undefined): string | undefined {
  return place?.startsWith('query:') === true ? place.slice('query:'.length) : undefined;
}

export const LIST_OPERATORS: readonly Operator[] = [pages, parameters, steadiness];
