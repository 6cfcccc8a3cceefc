import { expectPrompt, expectSame, expectUnharmed } from '../../checks/steadiness.ts';
import { queryOf } from '../../laws/paging.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, canonical } from '../../suite/json.ts';
import { askedIn, type Facts, namesOf, OPERATION, PAGE } from './facts.ts';

const scope = { operation: OPERATION } as const;
const last = { phase: 'last' } as const;

/** Checks that need repeated or concurrent requests. */
export function stabilityChecks(facts: Facts): Check[] {
  const { check, session, settings } = facts.run;
  return [
    check(
      'PR-16',
      { ...scope, ...last, of: 'later', title: 'A page is the same at the end of the run' },
      async (trial) => {
        const first = await askFirst(facts, 'the first five resources, once more');
        expectSamePage(trial, await facts.small(), first);
        const environment = await facts.environment();
        const usual = await facts.ask({ environment }, 'a page without a size, once more');
        expectSamePage(trial, (await facts.first()).exchange, usual);
      },
    ),
    check(
      'PR-16',
      { ...scope, of: 'spelling', title: 'How the letters of a name are encoded makes no difference' },
      async (trial) => {
        const label = 'an environment that is percent-encoded altogether';
        const spelled = await askFirst(facts, label, { spelledOut: true });
        expectSamePage(trial, await facts.small(), spelled);
      },
    ),
    check(
      'PR-16',
      { ...scope, of: 'aside', ...last, title: 'Pages asked for at once are those asked for one by one' },
      (trial) => areSameAtOnce(trial, facts),
    ),
    check(
      'PR-16',
      { ...scope, of: 'refused', ...last, title: 'A refusal and an empty result leave the next page alone' },
      (trial) => isLeftAlone(trial, facts),
    ),
    check('PR-17', last, (trial) => {
      const refused = session.journal.filter(
        (one) => one.intent === 'invalid' && Math.trunc(statusOf(one) / 100) === 4,
      );
      if (refused.length === 0) throw new NotApplicable('nothing was refused');
      expectPrompt(trial, refused, settings.promptness, 'slow refusal');
    }),
  ];
}

async function askFirst(facts: Facts, label: string, more?: Parameters<Facts['ask']>[2]): Promise<Exchange> {
  return facts.ask({ environment: await facts.environment(), offset: 0, limit: PAGE }, label, more);
}

async function areSameAtOnce(trial: Trial, facts: Facts): Promise<void> {
  await facts.seenBefore();
  const environment = await facts.environment();
  const alone = [await facts.small(), await facts.next(), await facts.one(), await facts.nobody()];
  const later = await Promise.all(
    alone.map((one) => {
      const id = queryOf(one).get('id');
      const asked = id === null ? askedIn(one) : { id };
      return facts.ask({ environment, ...asked }, 'several pages at once');
    }),
  );
  for (const [index, exchange] of later.entries()) expectSamePage(trial, alone[index] ?? exchange, exchange);
}

async function isLeftAlone(trial: Trial, facts: Facts): Promise<void> {
  const { invent, session } = facts.run;
  await facts.seenBefore();
  const environment = await facts.environment();
  const ways = [
    () =>
      session.call({
        operation: OPERATION,
        label: 'a request without an environment',
        intent: 'invalid',
        parameters: { query: {} },
        patient: true,
      }),
    () => facts.ask({ environment, id: invent('word') }, 'an id that nobody has, before a page'),
  ];
  for (const refuse of ways) {
    await expectUnharmed(trial, {
      refuse,
      ask: () => askFirst(facts, 'the first five resources, after that'),
      usual: await facts.small(),
      read: listText,
    });
  }
}

function expectSamePage(trial: Trial, before: Exchange, later: Exchange): void {
  expectSame(trial, before, later, 'page changes', listText);
}

/** The resources of a page in order, and the page's description. */
function listText(exchange: Exchange): string {
  if (statusOf(exchange) !== 200) return `${statusOf(exchange)} ${canonical(bodyOf(exchange))}`;
  return canonical([namesOf(exchange), at(bodyOf(exchange), 'page')]);
}
