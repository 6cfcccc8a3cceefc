import type { OperationEntry, PaginationEntry } from '@tessera/contracts/vocabulary';
import { NotApplicable } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, atPointer, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Facts } from './facts.ts';

export type Page = { readonly exchange: Exchange; readonly items: readonly unknown[] };

/** The requested part of a list. */
export interface Turn {
  readonly offset?: number;
  readonly limit?: number;
  readonly cursor?: string;
}

/** @throws NotApplicable when the answer has no page */
export async function readPage(
  facts: Facts,
  operation: OperationEntry,
  pagination: PaginationEntry,
  turn: Turn,
): Promise<Page> {
  const exchange = await askPage(facts, operation, pagination, turn);
  if (!succeeded(exchange)) throw new NotApplicable(`there is nothing to page: ${describeAnswer(exchange)}`);
  return { exchange, items: listOf(atPointer(bodyOf(exchange), pagination.items)) };
}

export async function askPage(
  facts: Facts,
  operation: OperationEntry,
  pagination: PaginationEntry,
  turn: Turn,
): Promise<Exchange> {
  const named = await facts.nameAll(operation);
  const query: Record<string, unknown> = { ...facts.goodQuery(operation) };
  let body: unknown = operation.body === undefined ? undefined : {};
  for (const part of ['offset', 'limit', 'cursor'] as const) {
    const place = pagination[part];
    const value = turn[part];
    if (place === undefined || value === undefined) continue;
    const [where = '', name = ''] = place.split(/:(.*)/, 2);
    if (where === 'query') query[name] = value;
    else body = withAt(body, name.split('/').slice(1), value);
  }
  const label = `page ${JSON.stringify(turn)}`;
  return facts.run.session.call(
    facts.compose(operation, named, {
      label,
      ...(body === undefined ? {} : { value: body }),
      parameters: { path: named.path, query },
    }),
  );
}

/** A copy with a value at a path of keys. */
function withAt(value: unknown, [key, ...rest]: readonly string[], leaf: unknown): unknown {
  if (key === undefined) return leaf;
  const own = isObject(value) ? value : {};
  return { ...own, [key]: withAt(own[key], rest, leaf) };
}

/** The object next to the items that describes the page; absent if the page has no such object. */
export function aboutPage(body: unknown): JsonObject | undefined {
  return [at(body, 'page'), at(body, 'meta', 'pagination')].find(isObject);
}

/** Whether a page was cut to the maximum limit, and states that. */
export function isCut(exchange: Exchange, { maximum }: JsonObject): boolean {
  const applied = aboutPage(bodyOf(exchange))?.['limit'];
  return succeeded(exchange) && typeof applied === 'number' && applied === maximum;
}

/** What identifies an item: its name, or all of it. */
export function identityOf(item: unknown): unknown {
  const name = at(item, 'id') ?? at(item, 'identifier') ?? at(item, 'name') ?? at(item, 'dag', 'id');
  return name ?? item;
}
