import { expectStart } from '../../checks/good-requests.ts';
import { pagesOf } from '../../checks/paging.ts';
import type { Check, Trial } from '../../suite/check.ts';
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
import {
  type Asked,
  askedIn,
  contentOf,
  type Facts,
  MOST,
  namesOf,
  OPERATION,
  PAGE,
  saysNothingFound,
} from './facts.ts';
import { countCheck, joinChecks } from './joining.ts';

const scope = { operation: OPERATION } as const;

/** Checks of pages. */
export function pageChecks(facts: Facts): Check[] {
  return [
    ...contentChecks(facts),
    ...defaultChecks(facts),
    ...limitChecks(facts),
    facts.run.check(
      'X-24',
      { ...scope, of: 'past-end', title: 'A page past the end breaks nothing' },
      async (trial) => {
        const exchange = await facts.pastEnd();
        const symptom = `a page past the end gives ${statusText(exchange)}`;
        expectNoFault(trial, exchange, symptom, 'an empty page, or 404');
      },
    ),
    ...echoChecks(facts),
    ...joinChecks(facts),
    countCheck(facts),
    ...pastEndChecks(facts),
  ];
}

/** A check of every page of the run. */
function each(
  { run: { check, session } }: Facts,
  requirement: string,
  title: string | undefined,
  judge: (exchange: Exchange, trial: Trial) => void,
): Check {
  const scope = { phase: 'last', ...(title === undefined ? {} : { of: 'every', title }) } as const;
  return check(requirement, scope, (trial) => {
    for (const exchange of pagesOf(session, OPERATION)) judge(exchange, trial);
  });
}

/** A page is a list of strings. */
function contentChecks(facts: Facts): Check[] {
  return [
    facts.run.check('PR-01', {}, async (trial) => {
      const { exchange } = await facts.first();
      if (saysNothingFound(exchange)) await facts.gate(OPERATION);
      expectStart(trial, exchange, OPERATION, 200);
      if (statusOf(exchange) !== 200 || Array.isArray(at(bodyOf(exchange), 'content'))) return;
      const [symptom, expected] = ['page without content', 'content, a list of texts'];
      trial.violated({ symptom, expected, actual: describeAnswer(exchange) }, exchange);
    }),
    each(facts, 'PR-01', 'Every resource is a text', (exchange, trial) => {
      const strange = contentOf(exchange).find((text) => typeof text !== 'string' || text.trim() === '');
      trial.saw(exchange);
      if (strange === undefined) return;
      const [symptom, expected] = ['resource is no text', 'descriptors, each as text'];
      trial.violated({ symptom, expected, actual: brief(strange) }, exchange);
    }),
  ];
}

/** Pages of requests without offset or limit. */
function defaultChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('PR-03', scope, (trial) => hasDefaultLimit(trial, facts)),
    check('PR-04', scope, (trial) => beginsAtDefault(trial, facts)),
    check(
      'PR-03',
      { ...scope, of: 'offset', title: 'An offset alone leaves the limit at its default' },
      async (trial) => {
        const page = await askPage(facts, { offset: PAGE }, 'an offset without a limit');
        const next = await facts.next();
        trial.saw(page, next);
        if (statusOf(next) !== 200 || canonical(namesOf(page)) === canonical(namesOf(next))) return;
        const expected = `the page of offset ${PAGE} and limit ${PAGE}`;
        const actual = describeAnswer(page);
        trial.violated({ symptom: 'default limit', expected, actual }, page, next);
      },
    ),
    check(
      'PR-04',
      { ...scope, of: 'limit', title: 'A limit alone begins with the first resource' },
      async (trial) => {
        const limit = PAGE - 2;
        const small = await facts.small();
        const page = await askPage(facts, { limit }, 'a limit without an offset');
        trial.saw(page, small);
        const expected = namesOf(small).slice(0, limit);
        if (statusOf(small) !== 200 || canonical(namesOf(page)) === canonical(expected)) return;
        const actual = describeAnswer(page);
        trial.violated({ symptom: 'default offset', expected: brief(expected), actual }, page, small);
      },
    ),
  ];
}

async function hasDefaultLimit(trial: Trial, facts: Facts): Promise<void> {
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
}

async function beginsAtDefault(trial: Trial, facts: Facts): Promise<void> {
  const symptom = 'default offset';
  const { exchange } = await facts.first();
  const offset = at(bodyOf(exchange), 'page', 'offset');
  trial.saw(exchange);
  if (offset !== 0) trial.violated({ symptom, expected: 'page.offset 0', actual: brief(offset) }, exchange);
  const small = await facts.small();
  if (statusOf(small) !== 200 || canonical(namesOf(small)) === canonical(namesOf(exchange))) return;
  const actual = brief(contentOf(exchange));
  trial.violated({ symptom, expected: 'the page of offset 0', actual }, exchange, small);
}

async function askPage(facts: Facts, query: Asked, label: string): Promise<Exchange> {
  return facts.ask({ environment: await facts.environment(), ...query }, label);
}

/** How large a page may be. */
function limitChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('PR-05', { ...scope, of: 'accepted', title: `limit ${MOST} is accepted` }, async (trial) => {
      expectStart(trial, await facts.most(), OPERATION, 200);
    }),
    check('PR-05', { ...scope, of: 'above' }, (trial) => capsAbove(trial, facts, MOST + 1)),
    check('PR-05', { ...scope, of: 'far-above' }, (trial) => capsAbove(trial, facts, 20 * MOST)),
    check('PR-05', { ...scope, of: 'beside', title: `limit ${MOST + 1} beside a type, too` }, (trial) =>
      capsAbove(trial, facts, MOST + 1, { 'resource-types': [facts.typeName] }),
    ),
  ];
}

/** A limit above the maximum is refused, or capped to the maximum. */
async function capsAbove(trial: Trial, facts: Facts, limit: number, beside: Asked = {}): Promise<void> {
  const exchange = await facts.run.session.call({
    operation: OPERATION,
    label: `a page of ${limit}, more than the greatest`,
    intent: 'invalid',
    parameters: { query: { environment: await facts.environment(), limit, ...beside } },
  });
  trial.saw(exchange);
  const told = Number(at(bodyOf(exchange), 'page', 'limit'));
  const isCapped = statusOf(exchange) === 200 && contentOf(exchange).length <= MOST && told <= MOST;
  // Some types may have no resources.
  const isNothing = 'resource-types' in beside && statusOf(exchange) === 404;
  if (statusOf(exchange) === 400 || isCapped || isNothing) return;
  const symptom = succeeded(exchange) ? 'limit above the greatest honoured' : refusalText(exchange);
  trial.violated(
    { symptom, expected: `400, or at most ${MOST} resources`, actual: describeAnswer(exchange) },
    exchange,
  );
}

/** A page matches the request, and states its offset and limit. */
function echoChecks(facts: Facts): Check[] {
  return [
    each(facts, 'PR-06', undefined, (exchange, trial) => {
      const limit = askedIn(exchange).limit ?? PAGE;
      const count = contentOf(exchange).length;
      trial.saw(exchange);
      if (exchange.intent !== 'valid' || count <= limit) return;
      const [expected, actual] = [`at most ${limit} resources`, `${count} resources`];
      trial.violated({ symptom: 'more than limit', expected, actual }, exchange);
    }),
    each(facts, 'PR-07', undefined, (exchange, trial) => {
      if (exchange.intent !== 'valid') return;
      const { offset = 0, limit = PAGE } = askedIn(exchange);
      const page = at(bodyOf(exchange), 'page');
      const count = at(page, 'count');
      trial.saw(exchange);
      const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 0;
      const told = at(page, 'limit');
      const isLimit = told === limit || (told === capOf(facts) && Number(told) < limit);
      if (at(page, 'offset') === offset && isLimit && isCount) return;
      const expected = `page.offset ${offset}, page.limit ${limit}, and a count`;
      trial.violated({ symptom: 'page does not echo', expected, actual: brief(page) }, exchange);
    }),
  ];
}

/**
 * The resolver's limit, if it is below that of the contract: the one that it states when a request exceeds it, and that
 * a page of that length confirms. Undefined if there is no such limit.
 */
function capOf({ run }: Facts): number | undefined {
  const pages = pagesOf(run.session, OPERATION)
    .filter(({ intent }) => intent === 'valid')
    .map((exchange) => ({
      asked: askedIn(exchange).limit ?? PAGE,
      told: at(bodyOf(exchange), 'page', 'limit'),
      shown: contentOf(exchange).length,
    }));
  const cap = pages.find(({ asked, told }) => Number(told) < asked)?.told;
  const isKept = pages.every(({ asked, told }) => told === Math.min(asked, Number(cap)));
  const isSeen = pages.some(({ asked, shown }) => asked > Number(cap) && shown === cap);
  return typeof cap === 'number' && isKept && isSeen ? cap : undefined;
}

/** Checks of the end of the list. */
function pastEndChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check(
      'PR-12',
      { ...scope, of: 'past-end', title: 'A page past the end repeats no resource' },
      async (trial) => {
        const exchange = await facts.pastEnd();
        const most = await facts.most();
        trial.saw(exchange);
        const again = namesOf(exchange).filter((name) => namesOf(most).includes(name));
        if (statusOf(exchange) !== 200 || again.length === 0) return;
        const [symptom, expected] = ['past the end', 'no resource that an earlier page has shown'];
        trial.violated({ symptom, expected, actual: brief(again) }, exchange, most);
      },
    ),
    check('PR-14', scope, async (trial) => {
      const exchange = await facts.pastEnd();
      trial.saw(exchange);
      if (statusOf(exchange) === 200 && contentOf(exchange).length === 0) return;
      const [symptom, expected] = ['past the end', '200 with an empty page'];
      trial.violated({ symptom, expected, actual: describeAnswer(exchange) }, exchange);
    }),
  ];
}

function expectNoFault(trial: Trial, exchange: Exchange, symptom: string, expected: string): void {
  trial.saw(exchange);
  if (statusOf(exchange) > 0 && statusOf(exchange) < 500) return;
  trial.violated({ symptom, expected, actual: describeAnswer(exchange) }, exchange);
}
