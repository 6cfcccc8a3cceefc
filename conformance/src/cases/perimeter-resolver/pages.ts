import { expectStart } from '../../checks/good-requests.ts';
import { expectDistinct, expectJoined } from '../../checks/paging.ts';
import { type Check, memo, NotApplicable, type Trial } from '../../suite/check.ts';
import {
  bodyOf,
  describeAnswer,
  type Exchange,
  refusalText,
  statusOf,
  statusText,
  succeeded,
} from '../../suite/exchange.ts';
import { at, brief, canonical } from '../../suite/json.ts';
import { contentOf, type Facts, MOST, namesOf, OPERATION, PAGE, saysNothingFound } from './facts.ts';

const scope = { operation: OPERATION } as const;

/** What holds for pages. */
export function pageChecks(facts: Facts): Check[] {
  const { check, session } = facts.run;
  const pages = (): Exchange[] =>
    session.journal.filter(
      (one) => one.operation === OPERATION && statusOf(one) === 200 && !one.sent.elsewhere,
    );
  const pastEnd = memo(async () =>
    facts.ask({ environment: await facts.environment(), offset: 1_000_000_000 }, 'a page past the end'),
  );
  const each = (
    requirement: string,
    title: string | undefined,
    judge: (exchange: Exchange, trial: Trial) => void,
  ): Check =>
    check(requirement, { phase: 'last', ...(title === undefined ? {} : { of: 'every', title }) }, (trial) => {
      for (const exchange of pages()) judge(exchange, trial);
    });
  return [
    check('PR-01', {}, async (trial) => {
      const { exchange } = await facts.first();
      if (saysNothingFound(exchange)) await facts.gate(OPERATION);
      expectStart(trial, exchange, OPERATION, 200);
      if (statusOf(exchange) !== 200 || Array.isArray(at(bodyOf(exchange), 'content'))) return;
      trial.violated(
        {
          symptom: 'page without content',
          expected: 'content, a list of texts',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    each('PR-01', 'Every resource is a text', (exchange, trial) => {
      const strange = contentOf(exchange).find((text) => typeof text !== 'string' || text.trim() === '');
      trial.saw(exchange);
      if (strange === undefined) return;
      trial.violated(
        { symptom: 'resource is no text', expected: 'descriptors, each as text', actual: brief(strange) },
        exchange,
      );
    }),
    check('PR-03', scope, async (trial) => {
      const { exchange } = await facts.first();
      const [count, limit] = [contentOf(exchange).length, at(bodyOf(exchange), 'page', 'limit')];
      trial.saw(exchange);
      if (count <= PAGE && limit === PAGE) return;
      trial.violated(
        {
          symptom: 'default limit',
          expected: `at most ${PAGE} resources, page.limit ${PAGE}`,
          actual: `${count} resources, page.limit ${brief(limit)}`,
        },
        exchange,
      );
    }),
    check('PR-04', scope, async (trial) => {
      const { exchange } = await facts.first();
      const offset = at(bodyOf(exchange), 'page', 'offset');
      trial.saw(exchange);
      if (offset !== 0) {
        trial.violated(
          { symptom: 'default offset', expected: 'page.offset 0', actual: brief(offset) },
          exchange,
        );
      }
      const small = await facts.small();
      if (statusOf(small) !== 200 || canonical(namesOf(small)) === canonical(namesOf(exchange))) return;
      trial.violated(
        { symptom: 'default offset', expected: 'the page of offset 0', actual: brief(contentOf(exchange)) },
        exchange,
        small,
      );
    }),
    check(
      'PR-03',
      { ...scope, of: 'offset', title: 'An offset alone leaves the limit at its default' },
      async (trial) => {
        const environment = await facts.environment();
        const [page, next] = [
          await facts.ask({ environment, offset: PAGE }, 'an offset without a limit'),
          await facts.next(),
        ];
        trial.saw(page, next);
        if (statusOf(next) !== 200 || canonical(namesOf(page)) === canonical(namesOf(next))) return;
        trial.violated(
          {
            symptom: 'default limit',
            expected: `the page of offset ${PAGE} and limit ${PAGE}`,
            actual: describeAnswer(page),
          },
          page,
          next,
        );
      },
    ),
    check(
      'PR-04',
      { ...scope, of: 'limit', title: 'A limit alone begins with the first resource' },
      async (trial) => {
        const limit = PAGE - 2;
        const small = await facts.small();
        const page = await facts.ask(
          { environment: await facts.environment(), limit },
          'a limit without an offset',
        );
        trial.saw(page, small);
        const expected = namesOf(small).slice(0, limit);
        if (statusOf(small) !== 200 || canonical(namesOf(page)) === canonical(expected)) return;
        trial.violated(
          { symptom: 'default offset', expected: brief(expected), actual: describeAnswer(page) },
          page,
          small,
        );
      },
    ),
    check('PR-05', { ...scope, of: 'accepted', title: `limit ${MOST} is accepted` }, async (trial) => {
      expectStart(trial, await facts.most(), OPERATION, 200);
    }),
    ...[MOST + 1, 20 * MOST].map((limit) =>
      check('PR-05', { ...scope, of: limit === MOST + 1 ? 'above' : 'far-above' }, async (trial) => {
        const exchange = await session.call({
          operation: OPERATION,
          label: `a page of ${limit}, more than the greatest`,
          intent: 'invalid',
          parameters: { query: { environment: await facts.environment(), limit } },
        });
        trial.saw(exchange);
        const told = Number(at(bodyOf(exchange), 'page', 'limit'));
        if (
          statusOf(exchange) === 400 ||
          (statusOf(exchange) === 200 && contentOf(exchange).length <= MOST && told <= MOST)
        )
          return;
        const symptom = succeeded(exchange) ? 'limit above the greatest honoured' : refusalText(exchange);
        trial.violated(
          { symptom, expected: `400, or at most ${MOST} resources`, actual: describeAnswer(exchange) },
          exchange,
        );
      }),
    ),
    check(
      'X-24',
      { ...scope, of: 'past-end', title: 'A page past the end breaks nothing' },
      async (trial) => {
        const exchange = await pastEnd();
        trial.saw(exchange);
        if (statusOf(exchange) > 0 && statusOf(exchange) < 500) return;
        trial.violated(
          {
            symptom: `a page past the end gives ${statusText(exchange)}`,
            expected: 'an empty page, or 404',
            actual: describeAnswer(exchange),
          },
          exchange,
        );
      },
    ),
    each('PR-06', undefined, (exchange, trial) => {
      const limit = askedIn(exchange).limit ?? PAGE;
      const count = contentOf(exchange).length;
      trial.saw(exchange);
      if (exchange.intent !== 'valid' || count <= limit) return;
      trial.violated(
        { symptom: 'more than limit', expected: `at most ${limit} resources`, actual: `${count} resources` },
        exchange,
      );
    }),
    each('PR-07', undefined, (exchange, trial) => {
      if (exchange.intent !== 'valid') return;
      const { offset = 0, limit = PAGE } = askedIn(exchange);
      const page = at(bodyOf(exchange), 'page');
      const count = at(page, 'count');
      trial.saw(exchange);
      const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 0;
      if (at(page, 'offset') === offset && at(page, 'limit') === limit && isCount) return;
      trial.violated(
        {
          symptom: 'page does not echo',
          expected: `page.offset ${offset}, page.limit ${limit}, and a count`,
          actual: brief(page),
        },
        exchange,
      );
    }),
    check('PR-12', { ...scope, of: 'pages' }, async (trial) => {
      const [first, second, both] = [await facts.small(), await facts.next(), await facts.both()];
      expectJoined(trial, { first, second, both, size: PAGE, entries: namesOf, name: firstLine });
      const single = await facts.one();
      if (statusOf(single) !== 200 || contentOf(both).length < 2) return;
      trial.saw(single);
      if (namesOf(single)[0] === namesOf(both)[1]) return;
      trial.violated(
        {
          symptom: 'pages do not join',
          expected: `1..2 is ${brief(firstLine(contentOf(both)[1]))}`,
          actual: brief(firstLine(contentOf(single)[0])),
        },
        single,
        both,
      );
    }),
    check(
      'PR-12',
      { ...scope, of: 'walk', title: 'A small page holds what the large one does' },
      async (trial) => {
        const most = await facts.most();
        const all = namesOf(most);
        if (statusOf(most) !== 200 || all.length <= 2 * PAGE)
          throw new NotApplicable('there is no third page');
        const environment = await facts.environment();
        const third = await facts.ask(
          { environment, offset: 2 * PAGE, limit: PAGE },
          'the third five resources',
        );
        expectPart(trial, third, all.slice(2 * PAGE, 3 * PAGE), most);
        // With fewer than it was asked for, a page says that it is the last one.
        if (all.length >= MOST || at(bodyOf(most), 'page', 'limit') !== MOST) return;
        const behind = await facts.ask(
          { environment, offset: all.length, limit: PAGE },
          'behind the last resource',
        );
        expectPart(trial, behind, [], most);
      },
    ),
    check('PR-12', { ...scope, of: 'distinct', title: 'No resource is listed twice' }, async (trial) => {
      const page = await facts.most();
      expectDistinct(trial, page, contentOf(page), 'resource');
    }),
    check('PR-19', { phase: 'last' }, (trial) => {
      const told = pages().filter((one) => one.intent === 'valid' && !hasFilter(one));
      const counts = told.map((one) => Number(at(bodyOf(one), 'page', 'count')));
      trial.saw(...told);
      const isPage = told.every((one, index) => contentOf(one).length === counts[index]);
      const least = Math.max(
        0,
        ...told.map((one) =>
          contentOf(one).length === 0 ? 0 : (askedIn(one).offset ?? 0) + contentOf(one).length,
        ),
      );
      const isTotal = counts.every((count) => count === counts[0] && count >= least);
      const [other] = told.filter((one, index) => contentOf(one).length !== counts[index]);
      // One resource by its id is one on the page and one in all.
      const alone = pages().find(
        (one) =>
          one.intent === 'valid' &&
          /[?&]id=/.test(one.sent.path) &&
          contentOf(one).length === 1 &&
          Number(at(bodyOf(one), 'page', 'count')) > 1,
      );
      const odd = isPage || isTotal ? alone : other;
      if (odd === undefined) return;
      trial.violated(
        {
          symptom: 'count is neither',
          expected: 'the number on the page, or the number of all, on every page',
          actual: brief(at(bodyOf(odd), 'page')),
        },
        odd,
      );
    }),
    check(
      'PR-12',
      { ...scope, of: 'past', title: 'A page past the end is no system error' },
      async (trial) => {
        const exchange = await pastEnd();
        trial.saw(exchange);
        if (statusOf(exchange) > 0 && statusOf(exchange) < 500) return;
        trial.violated(
          {
            symptom: `past the end: ${statusOf(exchange)}`,
            expected: 'an empty page, or a refusal',
            actual: describeAnswer(exchange),
          },
          exchange,
        );
      },
    ),
    check('PR-14', scope, async (trial) => {
      const exchange = await pastEnd();
      trial.saw(exchange);
      if (statusOf(exchange) === 200 && contentOf(exchange).length === 0) return;
      trial.violated(
        { symptom: 'past the end', expected: '200 with an empty page', actual: describeAnswer(exchange) },
        exchange,
      );
    }),
  ];
}

/** A page that has to hold these resources and no others. */
function expectPart(trial: Trial, page: Exchange, part: readonly unknown[], most: Exchange): void {
  trial.saw(page, most);
  if (statusOf(page) !== 200 || canonical(namesOf(page)) === canonical(part)) return;
  const expected = part.length === 0 ? 'nothing after a page that is not full' : brief(part.map(firstLine));
  const actual = brief(contentOf(page).map(firstLine));
  trial.violated({ symptom: 'pages do not join', expected, actual }, page, most);
}

function askedIn({ sent }: Exchange): { offset?: number; limit?: number } {
  const query = new URLSearchParams(sent.path.split('?', 2)[1] ?? '');
  const [offset, limit] = [query.get('offset'), query.get('limit')];
  return {
    ...(offset === null ? {} : { offset: Number(offset) }),
    ...(limit === null ? {} : { limit: Number(limit) }),
  };
}

function hasFilter({ sent }: Exchange): boolean {
  return /[?&](id|resource-types)=/.test(sent.path);
}

function firstLine(text: unknown): unknown {
  return typeof text === 'string' ? text.split('\n', 1)[0] : text;
}
