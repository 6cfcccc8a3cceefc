import type { PaginationEntry } from '@tessera/contracts/vocabulary';
import { aboutPage, type List, type PagedOperation, type Part } from '../../laws/paging.ts';
import { NotApplicable } from '../../suite/check.ts';
import { bodyOf, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, atPointer, isObject, type JsonObject, listOf as listIn } from '../../suite/json.ts';
import type { Facts } from './facts.ts';

/** The list of an operation, as its valid request shows it. */
export function listOf(facts: Facts, operation: PagedOperation): List {
  return {
    operation,
    ask: async (part, label) => {
      const page = await askPage(facts, operation, part, label);
      itemsOf(operation.pagination, page);
      return page;
    },
    identify: identityOf,
    sizes: { least: 1, usual: 5, most: 10 },
  };
}

async function askPage(
  facts: Facts,
  operation: PagedOperation,
  part: Part,
  label: string,
): Promise<Exchange> {
  const named = await facts.nameAll(operation);
  const query: Record<string, unknown> = { ...facts.goodQuery(operation) };
  let body: unknown = operation.body === undefined ? undefined : {};
  for (const member of ['offset', 'limit', 'cursor'] as const) {
    const place = operation.pagination[member];
    const value = part[member];
    if (place === undefined || value === undefined) continue;
    const [where = '', name = ''] = place.split(/:(.*)/, 2);
    if (where === 'query') query[name] = value;
    else body = withAt(body, name.split('/').slice(1), value);
  }
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

/**
 * The items of an answer.
 *
 * @throws NotApplicable when a success has no list where the contract has it, which another check reports
 */
export function itemsOf({ items }: Pick<PaginationEntry, 'items'>, exchange: Exchange): readonly unknown[] {
  const list = atPointer(bodyOf(exchange), items);
  if (succeeded(exchange) && !Array.isArray(list))
    throw new NotApplicable(`${exchange.operation} returned another form of list`);
  return listIn(list);
}

/** The items that a list operation has returned. */
export function listedOf({ operations }: Facts, exchange: Exchange): readonly unknown[] {
  const list = operations.find(({ id }) => id === exchange.operation);
  return itemsOf({ items: list?.pagination?.items ?? '' }, exchange);
}

/** Whether a page was cut to the maximum limit, and states that. */
export function isCut(exchange: Exchange, { maximum }: JsonObject): boolean {
  const applied = aboutPage(bodyOf(exchange))?.['limit'];
  return succeeded(exchange) && typeof applied === 'number' && applied === maximum;
}

/** What identifies an item: its name, or all of it. */
function identityOf(item: unknown): unknown {
  const name = at(item, 'id') ?? at(item, 'identifier') ?? at(item, 'name') ?? at(item, 'dag', 'id');
  return name ?? item;
}
