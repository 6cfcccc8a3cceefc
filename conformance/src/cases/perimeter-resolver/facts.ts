import { rules } from '@tessera/contracts/rules';
import { parse } from 'yaml';
import { queryOf } from '../../laws/paging.ts';
import { memo, NotTestable } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { createGate } from '../../suite/gate.ts';
import { at, listOf } from '../../suite/json.ts';
import type { Call } from '../../suite/request.ts';
import type { Run } from '../../suite/run.ts';
import { memoAfter } from '../../suite/work.ts';

export const OPERATION = 'resolveResources';

/** The check that reports the operation as missing or broken. */
export const PRIMARY = { [OPERATION]: 'PR-01' };

/** Page sizes: the usual one and the maximum. */
export const PAGE = 5;
export const MOST = 50;

/** Types in the test cases of the contract. */
const [USUAL_TYPE = '', ...OTHER_TYPES] = [
  ...new Set(
    rules['single-type-resolver-ignores-resource-types'].cases.flatMap(({ expect }) => expect.knows),
  ),
];

/** Environments to try when the configuration has none. */
const USUAL = ['development', 'production'];

/** Query parameters of a page request. */
export type Asked = Readonly<Record<string, string | number | readonly string[]>>;

/** Facts that the resolver checks share. Each request is sent when a check first needs it. */
export type Facts = ReturnType<typeof createFacts>;

export function createFacts(run: Run) {
  const { session, settings } = run;
  const ask = (query: Asked, label: string, more: Pick<Call, 'spelledOut'> = {}): Promise<Exchange> =>
    session.call({ operation: OPERATION, label, intent: 'valid', parameters: { query }, ...more });
  const start = createStart(run, ask, () => pages.one());
  const pages = createPages(run, ask, start);
  const typeName = settings.ids?.['resource-type'];
  return {
    run,
    ask,
    ...start,
    ...pages,
    known: createKnown(settings.ids?.['resource'], pages),
    /** A type that the resolver knows, or at least the first of the contract. */
    typeName: typeName ?? USUAL_TYPE,
    /** Other types that it may know. */
    otherTypes: OTHER_TYPES.filter((name) => name !== typeName),
  };
}

type Ask = (query: Asked, label: string) => Promise<Exchange>;

/** Whether the operation exists, as the first page shows, and which environment has resources. */
function createStart(run: Run, ask: Ask, probe: () => Promise<Exchange>) {
  const given = run.settings.ids?.['environment'];
  const candidates = given === undefined ? USUAL : [given];

  /** A page without a size, in the first environment that has resources. Runs alone. */
  const first = memo(async () => {
    let last: Exchange | undefined;
    for (const environment of candidates) {
      last = await ask({ environment }, `the resources of ${environment}`);
      if (statusOf(last) === 200) return { environment, exchange: last };
      if (statusOf(last) !== 404) break;
    }
    if (last === undefined) throw new Error('no environment is known');
    return { environment: candidates[0] ?? '', exchange: last };
  });
  const gate = createGate(run, {
    primary: PRIMARY,
    probes: { [OPERATION]: async () => (await first()).exchange },
    status: 200,
    async excuse(_operation, exchange) {
      if (!saysNothingFound(exchange)) return;
      const { environment } = await first();
      throw new NotTestable(
        `no resources in ${environment}; name an environment that has some: --id environment=NAME`,
      );
    },
    baseline: () => probe,
  });
  const environment = memo(async () => {
    if (statusOf((await first()).exchange) !== 200) await gate(OPERATION);
    return (await first()).environment;
  });
  return { first, gate, environment };
}

type Pages = ReturnType<typeof createPages>;

/** Pages of the list, requested one after the other, as a baseline for other requests. */
function createPages({ invent }: Run, ask: Ask, { first, environment }: ReturnType<typeof createStart>) {
  const page = (query: Asked, label: string, before: () => Promise<unknown> = first) =>
    memoAfter([before], async () => ask({ environment: await environment(), ...query }, label));
  const small = page({ offset: 0, limit: PAGE }, 'the first five resources');
  const next = page({ offset: PAGE, limit: PAGE }, 'the next five resources', small);
  const both = page({ offset: 0, limit: 2 * PAGE }, 'the first ten resources', next);
  const most = page({ offset: 0, limit: MOST }, 'the first fifty resources', both);
  const one = page({ offset: 1, limit: 1 }, 'the second resource', most);
  const unknownId = page({ id: invent('word') }, 'an unknown id');
  const pastEnd = memo(async () =>
    ask({ environment: await environment(), offset: 1_000_000_000 }, 'a page past the end'),
  );
  /** Absent when the maximum page is not full; the last page, unless the list is very long. */
  const behind = memo(async () => {
    if (contentOf(await most()).length < MOST) return undefined;
    const asked = { environment: await environment(), offset: MOST, limit: MOST };
    return ask(asked, 'after the fiftieth resource');
  });
  return { small, next, both, most, behind, one, unknownId, pastEnd };
}

/** An id and its resource, as the resource's descriptor states it. */
function createKnown(given: string | undefined, { small, both, most, behind }: Pages) {
  return memo(async () => {
    if (given !== undefined) return { id: given, text: undefined };
    // The last resource seen: many defects still find the first.
    const pages = [await small(), await both(), await most(), await behind()];
    const texts = pages.flatMap((page) => (page === undefined ? [] : contentOf(page))).reverse();
    for (const text of texts) {
      const id = idIn(text);
      if (id !== undefined) return { id, text };
    }
    throw new NotTestable('no descriptor states its id; name an existing resource: --id resource=NAME');
  });
}

/** Nothing is found. The form of the answer distinguishes that from a missing operation. */
export function saysNothingFound(exchange: Exchange): boolean {
  return statusOf(exchange) === 404 && Array.isArray(at(bodyOf(exchange), 'errors'));
}

/** The resources of a page; empty when the answer is not a page. */
export function contentOf(exchange: Exchange): readonly unknown[] {
  return statusOf(exchange) === 200 ? listOf(at(bodyOf(exchange), 'content')) : [];
}

/** The names of the resources of a page: the rest of a descriptor may change at any time. */
export function namesOf(exchange: Exchange): readonly unknown[] {
  return contentOf(exchange).map((text) => idIn(text) ?? text);
}

/** Offset and limit of the requested page; absent when the request omits them. */
export function askedIn(exchange: Exchange): { offset?: number; limit?: number } {
  const query = queryOf(exchange);
  const [offset, limit] = [query.get('offset'), query.get('limit')];
  return {
    ...(offset === null ? {} : { offset: Number(offset) }),
    ...(limit === null ? {} : { limit: Number(limit) }),
  };
}

/** The id in a descriptor. */
export function idIn(text: unknown): string | undefined {
  try {
    const id = at(parse(String(text)), 'id');
    return typeof id === 'string' && id !== '' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Names that a lenient match confuses with this one: shorter, longer, and matches of patterns. */
export function nearNames(name: string): string[] {
  // Among numbered names, one digit less is a different name.
  const shorter = new Set([name.slice(0, -1), name.replace(/(\d+|\D)$/, '')]);
  return [...shorter, name.slice(1), `${name}-not-here`, '%'];
}
