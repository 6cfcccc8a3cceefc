import { expectDistinct, expectJoined, pagesOf } from '../../checks/paging.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, canonical } from '../../suite/json.ts';
import { askedIn, contentOf, type Facts, MOST, namesOf, OPERATION, PAGE } from './facts.ts';

const scope = { operation: OPERATION } as const;
/** One symptom for all lists. */
export const APART = 'pages do not join';

type Part = ReturnType<typeof askedIn>;

/** Pages are parts of one list, without gaps or duplicates. */
export function joinChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('PR-12', { ...scope, of: 'pages' }, async (trial) => {
      const [first, second, both] = [await facts.small(), await facts.next(), await facts.both()];
      expectJoined(trial, { first, second, both, size: PAGE, entries: namesOf, name: firstLine });
      const single = await facts.one();
      if (statusOf(single) !== 200 || contentOf(both).length < 2) return;
      trial.saw(single);
      if (namesOf(single)[0] === namesOf(both)[1]) return;
      const expected = `1..2 is ${brief(firstLine(contentOf(both)[1]))}`;
      const actual = brief(firstLine(contentOf(single)[0]));
      trial.violated({ symptom: APART, expected, actual }, single, both);
    }),
    check('PR-12', { ...scope, of: 'walk', title: 'A small page holds what the large one does' }, (trial) =>
      continuesAsLarge(trial, facts),
    ),
    check('PR-12', { ...scope, of: 'past', title: 'The page behind the last resource holds none' }, (trial) =>
      endsWithMost(trial, facts),
    ),
    check(
      'PR-12',
      { ...scope, of: 'inner', title: 'Without the first and the last resource, all others are there' },
      (trial) => isPartOfMost(trial, facts, (count) => ({ offset: 1, limit: count - 2 })),
    ),
    check('PR-12', { ...scope, of: 'last', title: 'The last page holds what is left' }, (trial) =>
      isPartOfMost(trial, facts, (count) => ({ offset: count - 1, limit: count })),
    ),
    check('PR-12', { ...scope, of: 'distinct', title: 'No resource is listed twice' }, async (trial) => {
      const page = await facts.most();
      expectDistinct(trial, page, contentOf(page), 'resource');
    }),
  ];
}

async function continuesAsLarge(trial: Trial, facts: Facts): Promise<void> {
  const most = await facts.most();
  const all = namesOf(most);
  if (statusOf(most) !== 200 || all.length <= 2 * PAGE) throw new NotApplicable('there is no third page');
  const environment = await facts.environment();
  const third = await facts.ask({ environment, offset: 2 * PAGE, limit: PAGE }, 'the third five resources');
  expectPart(trial, third, all.slice(2 * PAGE, 3 * PAGE), most);
  if (at(bodyOf(most), 'page', 'limit') === MOST && all.length >= MOST)
    await continuesBehindMost(trial, facts, most);
}

/** A page with fewer entries than requested is the last one: the page after it must be empty. */
async function endsWithMost(trial: Trial, facts: Facts): Promise<void> {
  const behind = await facts.atEnd();
  if (behind === undefined) throw new NotApplicable('where the list ends was not seen');
  expectPart(trial, behind, [], await facts.most());
}

/** A page whose offset is not a multiple of its size: a resolver that rounds to whole pages returns the first page. */
async function isPartOfMost(
  trial: Trial,
  facts: Facts,
  cut: (count: number) => Required<Part>,
): Promise<void> {
  const most = await facts.most();
  const all = namesOf(most);
  const { offset, limit } = cut(all.length);
  if (statusOf(most) !== 200 || limit < 1 || offset < 1)
    throw new NotApplicable('there are too few resources');
  if (offset + limit > all.length && (await facts.atEnd()) === undefined)
    throw new NotApplicable('where the list ends was not seen');
  const page = await facts.ask(
    { environment: await facts.environment(), offset, limit },
    'a page that is no multiple of another',
  );
  expectPart(trial, page, all.slice(offset, offset + limit), most);
}

/** The page after the maximum page continues at its end. */
async function continuesBehindMost(trial: Trial, facts: Facts, most: Exchange): Promise<void> {
  const behind = await facts.behind();
  if (behind === undefined) return;
  const asked = { environment: await facts.environment(), offset: MOST - PAGE, limit: 2 * PAGE };
  const across = await facts.ask(asked, 'before and behind the fiftieth resource');
  trial.saw(behind);
  if (![200, 404].includes(statusOf(behind))) return;
  const around = [...namesOf(most).slice(MOST - PAGE, MOST), ...namesOf(behind).slice(0, PAGE)];
  expectPart(trial, across, around, most);
}

/** A page that must contain exactly these resources. */
function expectPart(trial: Trial, page: Exchange, part: readonly unknown[], most: Exchange): void {
  trial.saw(page, most);
  if (statusOf(page) !== 200 || canonical(namesOf(page)) === canonical(part)) return;
  const expected = part.length === 0 ? 'nothing after a page that is not full' : brief(part.map(firstLine));
  const actual = brief(contentOf(page).map(firstLine));
  trial.violated({ symptom: APART, expected, actual }, page, most);
}

function firstLine(text: unknown): unknown {
  return typeof text === 'string' ? text.split('\n', 1)[0] : text;
}

/** A count is that of the page or of the list, the same on every page. */
export function countCheck({ run: { check, session } }: Facts): Check {
  return check('PR-19', { phase: 'last' }, (trial) => {
    const asked = pagesOf(session, OPERATION).filter((one) => one.intent === 'valid');
    const told = asked.filter((one) => !hasFilter(one));
    trial.saw(...told);
    const odd = miscounted(told) ?? asked.find(isMiscountedLast);
    if (odd === undefined) return;
    const expected = 'the number on the page, or the number of all, on every page';
    const actual = brief(at(bodyOf(odd), 'page'));
    trial.violated({ symptom: 'count is neither', expected, actual }, odd);
  });
}

/** A page whose count is wrong for the page, if the counts are also wrong for the list. */
function miscounted(pages: readonly Exchange[]): Exchange | undefined {
  const least = Math.max(0, ...pages.map(endOf));
  const [first] = pages.map(countIn);
  const isTotal = pages.map(countIn).every((count) => count === first && count >= least);
  return isTotal ? undefined : pages.find((one) => contentOf(one).length !== countIn(one));
}

/** The minimum number of resources, as a page shows. */
function endOf(page: Exchange): number {
  const { length } = contentOf(page);
  return length === 0 ? 0 : (askedIn(page).offset ?? 0) + length;
}

/** A page with fewer entries than requested is the last one, so it shows the total. */
function isMiscountedLast(page: Exchange): boolean {
  const { length } = contentOf(page);
  const limit = Number(at(bodyOf(page), 'page', 'limit'));
  if (length === 0 || length >= limit || length >= (askedIn(page).limit ?? PAGE)) return false;
  return countIn(page) !== length && countIn(page) !== endOf(page);
}

function countIn(page: Exchange): number {
  return Number(at(bodyOf(page), 'page', 'count'));
}

function hasFilter({ sent }: Exchange): boolean {
  return /[?&](id|resource-types)=/.test(sent.path);
}
