import { expectStart, mustSucceed } from '../../checks/good-requests.ts';
import { UNKNOWN_REFUSED } from '../../checks/unknown-members.ts';
import { expectAccepted } from '../../laws/desired-state.ts';
import { type Check, NotApplicable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, isObject } from '../../suite/json.ts';
import { entryOf, expectSameEntry, INSERT, toldEntry } from './answers.ts';
import type { Facts } from './facts.ts';

/** Members of an entry that users see. */
const MEMBERS = ['type', 'label', 'value', 'href'];

/** Checks of insertions, repeated insertions and removals. */
export function publicationChecks(facts: Facts): Check[] {
  return [
    ...entryChecks(facts),
    againCheck(facts),
    ...removalChecks(facts),
    ...ownPageChecks(facts),
    laterCheck(facts),
    unknownMember(facts, INSERT, () => facts.insertAgain()),
    unknownMember(facts, 'delete', () => facts.remove()),
    unknownMember(facts, 'updateAcl', () => facts.grantAgain()),
  ];
}

/** Checks of the entry that an insertion returns. */
function entryChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('MP-01', {}, (trial) => isInserted(trial, facts)),
    check('MP-03', { operation: INSERT }, async (trial) => {
      for (const exchange of await shownAnswers(facts)) {
        const entry = toldEntry(exchange);
        if (entry === undefined || entry === null) continue;
        trial.saw(exchange);
        // null counts as absent; a general requirement notes it.
        const wrong = MEMBERS.filter((name) => typeof (at(entry, name) ?? '') !== 'string');
        if (isObject(entry) && wrong.length === 0) continue;
        trial.wrongValue(
          isObject(entry) ? `${wrong.join(', ')} of the entry` : 'entry is not an object',
          `marketplaceInfo, an object whose ${MEMBERS.join(', ')} are strings`,
          entry,
          exchange,
        );
      }
    }),
    check('MP-04', { operation: INSERT }, async (trial) => {
      for (const exchange of await shownAnswers(facts)) {
        const href = at(entryOf(exchange), 'href');
        if (typeof href !== 'string') continue;
        trial.saw(exchange);
        if (/^https?:\/\/[^/]/.test(href) && URL.canParse(href)) continue;
        const [symptom, expected] = ['entry has no absolute address', 'href, an absolute address'];
        trial.wrongValue(symptom, expected, href, exchange);
      }
    }),
  ];
}

async function isInserted(trial: Trial, facts: Facts): Promise<void> {
  const exchange = await facts.insert();
  if (statusOf(exchange) === 400 && (await facts.isExcusable(INSERT))) return facts.gate(INSERT);
  expectStart(trial, exchange, 200);
  if (statusOf(exchange) !== 200) return;
  const actual = describeAnswer(exchange);
  if (typeof at(bodyOf(exchange), 'status') !== 'string')
    trial.violated({ symptom: 'no status', expected: 'status, a string', actual }, exchange);
  if (entryOf(exchange) !== undefined) return;
  const [symptom, expected] = ['no link', 'info.privateInfo.marketplaceInfo'];
  trial.note({ symptom, expected, actual }, exchange);
}

async function shownAnswers(facts: Facts): Promise<Exchange[]> {
  const answers = await Promise.allSettled([
    facts.insert(),
    facts.insertOther(),
    facts.insertAgain(),
    facts.insertLater(),
  ]);
  return answers.flatMap((one) =>
    one.status === 'fulfilled' && one.value !== undefined && succeeded(one.value) ? [one.value] : [],
  );
}

/** The same data product again keeps its entry. */
function againCheck(facts: Facts): Check {
  return facts.run.check('MP-05', { operation: INSERT }, async (trial) => {
    const [first, other, again] = [
      await facts.insert(),
      await facts.insertOther(),
      await facts.insertAgain(),
    ];
    expectSameEntry(trial, first, again, other);
  });
}

/** Checks of removals, also of missing data products. */
function removalChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const expected = '200: the desired state is already reached';
  return [
    check('MP-06', {}, async (trial) => {
      const [nothing, removed] = [await facts.removeNothing(), await facts.remove()];
      if (statusOf(removed) === 400 && (await facts.isExcusable('delete'))) return facts.gate('delete');
      expectStart(trial, removed, 200);
      trial.saw(nothing);
      if (statusOf(nothing) < 500 && statusOf(nothing) !== 0) return;
      trial.wrongAnswer('removal of an unknown data product fails', expected, nothing);
    }),
    check('MP-13', { operation: 'delete' }, async (trial) => {
      for (const exchange of [await facts.removeNothing(), await facts.removeAgain()]) {
        trial.saw(exchange);
        if (succeeded(exchange) || statusOf(exchange) >= 500) continue;
        trial.wrongAnswer('removal of an unknown data product is rejected', expected, exchange);
      }
    }),
  ];
}

/** Several data products may have one name: their id distinguishes them. */
function ownPageChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  const title = 'Data products with the same name have different pages';
  return [
    check('MP-14', { operation: INSERT }, async (trial) => {
      const other = await facts.insertOther();
      if (other === undefined) throw new NotApplicable('there is only one data product');
      // The other one stays while the first is removed and inserted again.
      expectOwnPage(trial, other, [await facts.insert(), await facts.insertLater()]);
    }),
    check('MP-14', { of: 'namesake', operation: INSERT, title }, async (trial) => {
      const [first, namesake] = [await facts.lastFirst(), await facts.lastNamesake()];
      if (first === undefined || namesake === undefined || !succeeded(namesake))
        throw new NotApplicable('there is no other data product of the same name');
      expectOwnPage(trial, namesake, [first]);
    }),
  ];
}

function expectOwnPage(trial: Trial, entry: Exchange, others: readonly Exchange[]): void {
  trial.saw(entry, ...others);
  const taken = at(entryOf(entry), 'href');
  const twin = others.find((one) => typeof taken === 'string' && at(entryOf(one), 'href') === taken);
  if (twin === undefined) return;
  const [symptom, expected] = ['one page for all', 'a different page for every data product'];
  trial.violated({ symptom, expected, actual: `${brief(taken)} twice` }, entry, twin);
}

function laterCheck(facts: Facts): Check {
  return facts.run.check('MP-15', { operation: INSERT }, async (trial) => {
    const [first, later] = [await facts.insert(), await facts.insertLater()];
    const symptom = 'not inserted again after its removal';
    expectAccepted(trial, first, later, symptom, 'for the first time');
  });
}

function unknownMember({ run }: Facts, operation: string, ask: () => Promise<Exchange>): Check {
  return run.check('X-17', { of: operation, operation }, async (trial) =>
    mustSucceed(trial, await ask(), UNKNOWN_REFUSED),
  );
}
