import type { Check } from '../suite/check.ts';
import { bodyOf, type Exchange } from '../suite/exchange.ts';
import type { JsonObject } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';
import { aboutPage, askedFor, askPart, itemsIn, type List, pagesOf } from './paging.ts';

/** The check that no page of the run has more items than its limit. */
export function limitCheck({ check, session }: Run, requirement: string, list: List, title?: string): Check {
  const { id } = list.operation;
  const scope = { operation: id, phase: 'last', ...(title === undefined ? {} : { of: id, title }) } as const;
  return check(requirement, scope, async (trial) => {
    await askPart(list, { ...(list.operation.pagination.offset && { offset: 0 }), limit: list.sizes.least });
    for (const page of pagesOf(session, id)) {
      const count = itemsIn(list, page).length;
      const limit = askedFor(list, page, 'limit') ?? Number.POSITIVE_INFINITY;
      if (page.intent !== 'valid') continue;
      trial.saw(page);
      if (count <= limit) continue;
      const [expected, actual] = [`at most ${limit} items`, `${count} items`];
      trial.violated({ symptom: 'more than limit', expected, actual }, page);
    }
  });
}

/** The check that every page of the run says which part of the list it is. */
export function echoCheck(
  { check, session }: Run,
  requirement: string,
  list: List,
  title?: string,
  isRight: (about: JsonObject, items: readonly unknown[]) => boolean = () => true,
): Check {
  const { id } = list.operation;
  const scope = { operation: id, phase: 'last', ...(title === undefined ? {} : { of: id, title }) } as const;
  const { least, usual } = list.sizes;
  return check(requirement, scope, async (trial) => {
    const isCounted = list.operation.pagination.offset !== undefined;
    await askPart(list, { ...(isCounted && { offset: 1 }), limit: Math.max(least, usual - 2) });
    const pages = pagesOf(session, id).filter(({ intent }) => intent === 'valid');
    const cap = capOf(list, pages);
    for (const page of pages) {
      const about = aboutPage(bodyOf(page));
      if (about === undefined) continue;
      trial.saw(page);
      const wrong = (['offset', 'limit'] as const).find((member) => {
        const [told, asked] = [about[nameOf(list, member)], askedFor(list, page, member)];
        const isCut = member === 'limit' && told === cap && Number(told) < Number(asked);
        return told !== undefined && asked !== undefined && told !== asked && !isCut;
      });
      if (wrong === undefined && isRight(about, itemsIn(list, page))) continue;
      const due = (['offset', 'limit'] as const).map((one) => `${one} ${askedFor(list, page, one)}`);
      trial.wrongValue('page has wrong values', `${due.join(', ')}, and the right count`, about, page);
    }
  });
}

/** The name that offset or limit has, in the request and in the answer. */
function nameOf({ operation }: List, member: 'offset' | 'limit'): string {
  return operation.pagination[member]?.split(/[:/]/).at(-1) ?? '';
}

/**
 * The limit of the implementation, if it is below that of the contract: the one that it states when a request exceeds
 * it, and that a page of that length confirms. Undefined if there is no such limit.
 */
function capOf(list: List, pages: readonly Exchange[]): number | undefined {
  const known = pages.flatMap((page) => {
    const asked = askedFor(list, page, 'limit');
    const told = aboutPage(bodyOf(page))?.[nameOf(list, 'limit')];
    return asked === undefined ? [] : [{ asked, told, shown: itemsIn(list, page).length }];
  });
  const cap = known.find(({ asked, told }) => Number(told) < asked)?.told;
  const isKept = known.every(({ asked, told }) => told === Math.min(asked, Number(cap)));
  const isSeen = known.some(({ asked, shown }) => asked > Number(cap) && shown === cap);
  return typeof cap === 'number' && isKept && isSeen ? cap : undefined;
}
