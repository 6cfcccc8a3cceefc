import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { expectWalk } from '../../laws/cursors.ts';
import { echoCheck, limitCheck } from '../../laws/every-page.ts';
import {
  defaultOf,
  expectDefault,
  expectEmptyEnd,
  expectParts,
  expectTotal,
  isPaged,
  type List,
  type PagedOperation,
} from '../../laws/paging.ts';
import type { Check, Trial } from '../../suite/check.ts';
import { isObject, type JsonObject } from '../../suite/json.ts';
import type { Facts } from './facts.ts';
import { listOf } from './pages.ts';

/** Checks of paging, for every operation with pages. Other checks change the lists, so these wait for them. */
export function pagingChecks(facts: Facts): Check[] {
  return facts.operations.filter(isPaged).flatMap((operation) => {
    const { id, pagination } = operation;
    const list = listOf(facts, operation);
    return [
      ...(pagination.style === 'offset' ? offsetChecks(facts, list) : [walkCheck(facts, list)]),
      limitCheck(facts.run, 'P-21', list, `${id}: a page never has more items than its limit`),
      ...(describesPages(facts, operation)
        ? [
            echoCheck(
              facts.run,
              'P-68',
              list,
              `${id}: a page has the offset and limit of its request`,
              isCount,
            ),
          ]
        : []),
    ];
  });
}

function offsetChecks({ run }: Facts, list: List): Check[] {
  const { id, pagination, responses } = list.operation;
  const { total } = pagination;
  const check = (requirement: string, title: string, judge: (trial: Trial) => Promise<void>): Check =>
    run.check(requirement, { of: id, title: `${id}: ${title}`, operation: id, phase: 'settled' }, judge);
  const limit = defaultOf(list, 'limit');
  return [
    check('P-20', 'items 0..10 are items 0..5 and 5..10', (trial) => expectParts(trial, list)),
    check('P-22', 'a page past the end is empty', (trial) =>
      expectEmptyEnd(trial, list, Object.hasOwn(responses, '404') ? 404 : undefined),
    ),
    ...(total === undefined
      ? []
      : [
          check(
            'P-23',
            'the total is the same on every page, and at least the number of listed items',
            (trial) => expectTotal(trial, list, total),
          ),
        ]),
    ...(limit === undefined
      ? []
      : [
          check('P-24', `without a limit, a page has at most ${limit} items`, (trial) =>
            expectDefault(trial, list, 'limit'),
          ),
        ]),
  ];
}

function walkCheck(facts: Facts, list: List): Check {
  const { id } = list.operation;
  // It is not specified whether the item at the cursor's time belongs to the next page: two items at a time make
  // progress either way. Where a page repeats the last item of the page before, single items do not show it.
  const limits = isTime(facts, list.operation) ? [2] : [1, 2];
  const title = `${id}: reading pages by cursor ends, and lists no item twice`;
  const scope = { of: id, title, operation: id, phase: 'settled' } as const;
  return facts.run.check('P-25', scope, (trial) => expectWalk(trial, list, limits));
}

/** Whether the cursor is a time from which the list continues. */
function isTime({ run }: Facts, { id, pagination: { cursor } }: PagedOperation): boolean {
  const { schemas } = run.session;
  const [where, name = ''] = (cursor ?? '').split(/:(.*)/, 2);
  if (where !== 'query') return false;
  return schemas.members(`${id}.query`).properties[name]?.['format'] === 'date-time';
}

function describesPages({ run: { session } }: Facts, { responses }: OperationEntry): boolean {
  const { properties } = session.schemas.named(responses['200']?.schema ?? '');
  return isObject(properties) && ('page' in properties || 'meta' in properties);
}

/** Without a total, this project decided if a count is that of the page or of the list. */
function isCount({ total, count }: JsonObject, items: readonly unknown[]): boolean {
  return total === undefined || count === undefined || count === items.length;
}
