import { expectNoFault, expectStart } from '../../checks/good-requests.ts';
import { echoCheck, limitCheck } from '../../laws/every-page.ts';
import {
  expectDefault,
  expectEmptyEnd,
  expectNoRepetition,
  expectParts,
  type List,
  pagedOperation,
  pagesOf,
} from '../../laws/paging.ts';
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
import { at, type JsonObject } from '../../suite/json.ts';
import {
  type Asked,
  askedIn,
  contentOf,
  type Facts,
  idIn,
  MOST,
  OPERATION,
  PAGE,
  saysNothingFound,
} from './facts.ts';

const scope = { operation: OPERATION } as const;

/** Checks of pages. */
export function pageChecks(facts: Facts): Check[] {
  return [...contentChecks(facts), ...limitChecks(facts), ...listChecks(facts), countCheck(facts)];
}

/** Pages are parts of one list, and say which. */
function listChecks(facts: Facts): Check[] {
  const { run } = facts;
  const all = resourceList(facts);
  return [
    run.check('PR-03', scope, (trial) => expectDefault(trial, all, 'limit')),
    run.check('PR-04', scope, (trial) => expectDefault(trial, all, 'offset')),
    limitCheck(run, 'PR-06', all),
    echoCheck(run, 'PR-07', all, undefined, isCount),
    run.check('PR-12', { ...scope, of: 'pages' }, (trial) => expectParts(trial, all)),
    run.check(
      'PR-12',
      { ...scope, of: 'past-end', title: 'A page past the end contains no resources' },
      (trial) => expectNoRepetition(trial, all),
    ),
    run.check('PR-14', scope, (trial) => expectEmptyEnd(trial, all)),
    run.check(
      'X-24',
      { ...scope, of: 'past-end', title: 'A page past the end causes no system error' },
      async (trial) => {
        const exchange = await facts.pastEnd();
        const symptom = `a page past the end returns ${statusText(exchange)}`;
        expectNoFault(trial, exchange, symptom, 'an empty page, or 404');
      },
    ),
  ];
}

/** The resources, or those of some types. */
export function resourceList(facts: Facts, types?: readonly string[]): List {
  const beside = types === undefined ? {} : { 'resource-types': types };
  return {
    operation: pagedOperation(facts.run.contract, OPERATION),
    ask: async (part, label) =>
      facts.ask({ environment: await facts.environment(), ...beside, ...part }, label),
    identify: (text) => idIn(text) ?? text,
    unique: (text) => text,
    sizes: { least: 1, usual: PAGE, most: MOST },
  };
}

/** The number of the resources on the page or of all. */
function isCount({ count }: JsonObject): boolean {
  return typeof count === 'number' && Number.isInteger(count) && count >= 0;
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
      expectStart(trial, exchange, 200);
      if (statusOf(exchange) !== 200 || Array.isArray(at(bodyOf(exchange), 'content'))) return;
      const [symptom, expected] = ['page without content', 'content, a list of strings'];
      trial.wrongAnswer(symptom, expected, exchange);
    }),
    each(facts, 'PR-01', 'Every resource is a string', (exchange, trial) => {
      const strange = contentOf(exchange).find((text) => typeof text !== 'string' || text.trim() === '');
      trial.saw(exchange);
      if (strange === undefined) return;
      const [symptom, expected] = ['resource is not a string', 'descriptors, each as a string'];
      trial.wrongValue(symptom, expected, strange, exchange);
    }),
  ];
}

/** How large a page may be. */
function limitChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('PR-05', { ...scope, of: 'accepted', title: `limit ${MOST} is accepted` }, async (trial) => {
      expectStart(trial, await facts.most(), 200);
    }),
    check('PR-05', { ...scope, of: 'above' }, (trial) => capsAbove(trial, facts, MOST + 1)),
    check('PR-05', { ...scope, of: 'far-above' }, (trial) => capsAbove(trial, facts, 20 * MOST)),
    check(
      'PR-05',
      { ...scope, of: 'beside', title: `limit ${MOST + 1} with a type is rejected or clamped` },
      (trial) => capsAbove(trial, facts, MOST + 1, { 'resource-types': [facts.typeName] }),
    ),
  ];
}

/** A limit above the maximum is refused, or capped to the maximum. */
async function capsAbove(trial: Trial, facts: Facts, limit: number, beside: Asked = {}): Promise<void> {
  const exchange = await facts.run.session.call({
    operation: OPERATION,
    label: `a page of ${limit}, above the maximum`,
    intent: 'invalid',
    parameters: { query: { environment: await facts.environment(), limit, ...beside } },
  });
  trial.saw(exchange);
  const told = Number(at(bodyOf(exchange), 'page', 'limit'));
  const isCapped = statusOf(exchange) === 200 && contentOf(exchange).length <= MOST && told <= MOST;
  // Some types may have no resources.
  const isNothing = 'resource-types' in beside && statusOf(exchange) === 404;
  if (isCapped) {
    const [symptom, expected] = ['limit above the maximum clamped', `400: the maximum is ${MOST}`];
    trial.note({ symptom, expected, actual: describeAnswer(exchange) }, exchange);
  }
  if (statusOf(exchange) === 400 || isCapped || isNothing) return;
  trial.wrongAnswer(
    succeeded(exchange) ? 'limit above the maximum honored' : refusalText(exchange),
    `400, or at most ${MOST} resources`,
    exchange,
  );
}

/** A count is that of the page or of the list, the same on every page. */
function countCheck({ run: { check, session } }: Facts): Check {
  return check('PR-19', { phase: 'last' }, (trial) => {
    const asked = pagesOf(session, OPERATION).filter((one) => one.intent === 'valid');
    const told = asked.filter((one) => !hasFilter(one));
    trial.saw(...told);
    const odd = miscounted(told) ?? asked.find(isMiscountedLast);
    if (odd === undefined) return;
    trial.wrongValue(
      'count is wrong',
      'the number on the page, or the number of all, on every page',
      at(bodyOf(odd), 'page'),
      odd,
    );
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
