import { expectDistinct, expectJoined } from '../../checks/paging.ts';
import { expectPrompt, expectSame, expectUnharmed } from '../../checks/steadiness.ts';
import { type Check, memo, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf } from '../../suite/exchange.ts';
import { at, brief, canonical, listOf } from '../../suite/json.ts';
import { type Asked, contentOf, type Facts, idIn, MOST, namesOf, OPERATION, PAGE } from './facts.ts';

const scope = { operation: OPERATION } as const;

/** What holds for ids, types and environments. */
export function filterChecks(facts: Facts): Check[] {
  const { check, invent } = facts.run;
  const strange = [invent('word'), invent('word')];
  const ask = async (types: readonly string[], label: string): Promise<Exchange> =>
    facts.ask(
      { environment: await facts.environment(), 'resource-types': types, offset: 0, limit: PAGE },
      label,
    );
  const askStrange = memo(() => ask(strange, 'two types that nobody knows'));
  return [
    check('PR-08', scope, async (trial) => {
      const environment = await facts.environment();
      const all = await facts.small();
      const unknown = await askStrange();
      expectTaken(trial, unknown);
      // A resolver of one type ignores what is asked for.
      if (canonical(namesOf(unknown)) === canonical(namesOf(all))) return;
      const name = facts.typeName;
      const alone = await ask([name], `the type ${name}`);
      if (statusOf(alone) === 404)
        throw new NotTestable(
          `there are no resources of the type ${name}; name a type: --id resource-type=NAME`,
        );
      const [behind, before] = [
        await ask([name, ...strange], 'a type, and two that nobody knows'),
        await ask([...strange, name], 'two types that nobody knows, and one'),
      ];
      const twice = await facts.ask(
        { environment, 'resource-types': [name, name], offset: 0, limit: MOST },
        'a type that is named twice',
      );
      expectDistinct(trial, twice, namesOf(twice), 'resource');
      // Whoever fetches each type by itself has a page of each: how many come, all pages of the run are asked.
      trial.saw(await ask([name, ...facts.otherTypes], 'several types, of which more than one may be known'));
      for (const exchange of [alone, behind, before]) expectTaken(trial, exchange);
      const [second, both] = [
        await facts.ask(
          { environment, 'resource-types': [name], offset: PAGE, limit: PAGE },
          'more of the type',
        ),
        await facts.ask(
          { environment, 'resource-types': [name], offset: 0, limit: 2 * PAGE },
          'ten of the type',
        ),
      ];
      if (statusOf(second) === 200)
        expectJoined(trial, { first: alone, second, both, size: PAGE, entries: namesOf, name: String });
      for (const exchange of [behind, before]) {
        trial.saw(exchange);
        if (canonical(namesOf(exchange)) === canonical(namesOf(alone))) continue;
        trial.violated(
          {
            symptom: 'types are no list',
            expected: `the resources of the type ${name}`,
            actual: describeAnswer(exchange),
          },
          exchange,
          alone,
        );
      }
    }),
    check('PR-10', { ...scope, of: 'type', title: 'Types that nobody has give 404' }, async (trial) => {
      const [all, unknown] = [await facts.small(), await askStrange()];
      if (canonical(namesOf(unknown)) === canonical(namesOf(all)))
        throw new NotApplicable('a resolver of one type ignores what is asked for');
      if (statusOf(unknown) === 200 || statusOf(unknown) === 404) return expectNothing(trial, unknown);
      trial.saw(unknown);
    }),
    check(
      'PR-10',
      { ...scope, of: 'near-type', title: 'What is nearly the name of a type is not that type' },
      async (trial) => {
        const [all, unknown] = [await facts.small(), await askStrange()];
        const name = facts.typeName;
        const alone = await ask([name], `the type ${name}, for comparison`);
        if (contentOf(alone).length === 0 || canonical(namesOf(unknown)) === canonical(namesOf(all)))
          throw new NotApplicable('no type is known that has resources of its own');
        for (const near of [...nearNames(name), invent('word')]) {
          const exchange = await ask([near], `a type that is nearly ${name}`);
          trial.saw(exchange);
          // A type of such a name would have other resources.
          if (![alone, all].some((one) => canonical(namesOf(exchange)) === canonical(namesOf(one)))) continue;
          trial.violated(
            {
              symptom: 'nearly a type is found',
              expected: `404, or other resources: ${brief(near)} is not ${brief(name)}`,
              actual: describeAnswer(exchange),
            },
            exchange,
            alone,
          );
          return;
        }
      },
    ),
    check(
      'PR-10',
      { ...scope, of: 'id-of-type', title: 'An id beside types that nobody has gives 404' },
      async (trial) => {
        const [all, unknown] = [await facts.small(), await askStrange()];
        if (canonical(namesOf(unknown)) === canonical(namesOf(all)))
          throw new NotApplicable('a resolver of one type ignores what is asked for');
        const { id } = await facts.known();
        const query = { environment: await facts.environment(), id, 'resource-types': strange };
        const exchange = await facts.ask(query, 'an id that is there, among types that nobody has');
        trial.saw(exchange);
        if (contentOf(exchange).length === 0) return;
        trial.violated(
          {
            symptom: 'types are ignored beside an id',
            expected: '404: it is of none of these types',
            actual: describeAnswer(exchange),
          },
          exchange,
          unknown,
        );
      },
    ),
    check('PR-10', { ...scope, of: 'id', title: 'An id that nobody has gives 404' }, async (trial) => {
      expectNothing(trial, await facts.nobody());
    }),
    check('PR-10', { ...scope, of: 'near', title: 'What is nearly an id is not that id' }, async (trial) => {
      const known = (await facts.known()).id;
      const environment = await facts.environment();
      for (const id of nearNames(known)) {
        if (id === '') continue;
        const exchange = await facts.ask({ environment, id }, 'what is nearly an id');
        trial.saw(exchange);
        // A name of its own may well be a part of another.
        if (contentOf(exchange).every((text) => idIn(text) === id)) continue;
        trial.violated(
          {
            symptom: 'nearly an id is found',
            expected: `404, or the resource ${brief(id)} alone`,
            actual: describeAnswer(exchange),
          },
          exchange,
        );
        return;
      }
    }),
    check('X-17', { ...scope, of: OPERATION }, async (trial) => {
      const { environment, exchange: plain } = await facts.first();
      await facts.gate(OPERATION);
      const more = { 'not-in-the-contract': 'thing' };
      const exchange = await facts.ask({ environment, ...more }, 'something that nobody knows');
      trial.saw(exchange);
      if (statusOf(exchange) === statusOf(plain)) return;
      trial.violated(
        {
          symptom: 'unknown member refused',
          expected: 'what is not known is ignored',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check('PR-18', scope, async (trial) => {
      const environment = invent('word');
      const id = await facts.known().then(
        (known) => known.id,
        () => undefined,
      );
      const usual = await facts.environment();
      const name = facts.typeName;
      const queries: Asked[] = [
        { environment },
        ...(id === undefined ? [] : [{ environment, id }]),
        // Whatever stands beside it.
        { environment, 'resource-types': [name] },
        { environment, offset: 0, limit: PAGE },
        // Nearly the name of one that is known.
        { environment: usual.slice(0, -1), limit: PAGE },
        { environment: `${usual}-not-here`, limit: PAGE },
        { environment: '%', limit: PAGE },
        // Once more, now that it has been asked for.
        { environment },
      ];
      for (const query of queries) {
        const exchange = await facts.ask(query, 'an environment that nobody knows');
        trial.saw(exchange);
        if ([404, 400].includes(statusOf(exchange))) continue;
        trial.violated(
          {
            symptom: contentOf(exchange).length > 0 ? 'environment is ignored' : 'nothing found is no 404',
            expected: '404: nothing is there',
            actual: describeAnswer(exchange),
          },
          exchange,
        );
        return;
      }
    }),
    check('PR-11', scope, async (trial) => {
      const { id, text } = await facts.known();
      const environment = await facts.environment();
      for (const exchange of [
        await facts.ask({ environment, id }, 'one resource by its id'),
        await facts.ask(
          { environment, id, offset: 0, limit: 2 * PAGE },
          'the same beside a size of the page',
        ),
      ]) {
        trial.saw(exchange);
        const [found, ...more] = contentOf(exchange);
        const isFound =
          statusOf(exchange) === 200 && found !== undefined && (text === undefined || idIn(found) === id);
        if (isFound && more.length === 0) continue;
        const symptom = more.length > 0 ? 'id is ignored' : 'id is not found';
        const expected = text === undefined ? 'that one resource' : `that one resource: ${brief(text)}`;
        trial.violated(
          { symptom, expected, actual: describeAnswer(exchange) },
          exchange,
          await facts.small(),
        );
        return;
      }
    }),
  ];
}

/** Names that lenient readers take for this one: shorter, longer, and what patterns fit. */
function nearNames(name: string): string[] {
  return [name.slice(0, -1), name.slice(1), `${name}-not-here`, '%'];
}

/** What shows only over time, or when several ask at once. */
export function stabilityChecks(facts: Facts): Check[] {
  const { check, invent, session, settings } = facts.run;
  const last = { phase: 'last' } as const;
  return [
    check(
      'PR-16',
      { ...scope, ...last, of: 'later', title: 'A page is the same at the end of the run' },
      async (trial) => {
        const again = await facts.ask(
          { environment: await facts.environment(), offset: 0, limit: PAGE },
          'the first five resources, once more',
        );
        expectSame(trial, await facts.small(), again, 'page changes', listText);
        const usual = await facts.ask(
          { environment: await facts.environment() },
          'a page without a size, once more',
        );
        expectSame(trial, (await facts.first()).exchange, usual, 'page changes', listText);
      },
    ),
    check(
      'PR-16',
      { ...scope, of: 'spelling', title: 'How the letters of a name are encoded makes no difference' },
      async (trial) => {
        const spelled = await facts.ask(
          { environment: await facts.environment(), offset: 0, limit: PAGE },
          'an environment that is percent-encoded altogether',
          { spelledOut: true },
        );
        expectSame(trial, await facts.small(), spelled, 'page changes', listText);
      },
    ),
    check(
      'PR-16',
      { ...scope, of: 'aside', ...last, title: 'Pages asked for at once are those asked for one by one' },
      async (trial) => {
        await facts.seenBefore();
        const environment = await facts.environment();
        const alone = [await facts.small(), await facts.next(), await facts.one(), await facts.nobody()];
        const later = await Promise.all(
          alone.map((one) => {
            const { offset, limit, id } = Object.fromEntries(
              new URLSearchParams(one.sent.path.split('?', 2)[1]),
            );
            const asked = id === undefined ? { offset: Number(offset), limit: Number(limit) } : { id };
            return facts.ask({ environment, ...asked }, 'several pages at once');
          }),
        );
        for (const [index, exchange] of later.entries())
          expectSame(trial, alone[index] ?? exchange, exchange, 'page changes', listText);
      },
    ),
    check(
      'PR-16',
      { ...scope, of: 'refused', ...last, title: 'A refusal and an empty result leave the next page alone' },
      async (trial) => {
        await facts.seenBefore();
        const environment = await facts.environment();
        const page = { environment, offset: 0, limit: PAGE };
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
            ask: () => facts.ask(page, 'the first five resources, after that'),
            usual: await facts.small(),
            read: listText,
          });
        }
      },
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

/** Which resources are on a page, in which order, and what the page says of itself. */
function listText(exchange: Exchange): string {
  if (statusOf(exchange) !== 200) return `${statusOf(exchange)} ${canonical(bodyOf(exchange))}`;
  return canonical([namesOf(exchange), at(bodyOf(exchange), 'page')]);
}

function expectTaken(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  if ([200, 404].includes(statusOf(exchange))) return;
  trial.violated(
    {
      symptom: 'list of types refused',
      expected: '200, or 404 when there is nothing',
      actual: describeAnswer(exchange),
    },
    exchange,
  );
}

function expectNothing(trial: Trial, exchange: Exchange): void {
  trial.saw(exchange);
  if (statusOf(exchange) !== 404) {
    const symptom =
      statusOf(exchange) === 200 && contentOf(exchange).length > 0
        ? 'id is ignored'
        : 'nothing found is no 404';
    trial.violated({ symptom, expected: '404', actual: describeAnswer(exchange) }, exchange);
    return;
  }
  const errors = listOf(at(bodyOf(exchange), 'errors'));
  if (errors.length > 0 && errors.every((one) => typeof one === 'string')) return;
  // Nobody shows the body of this answer; the one that the contract has is a choice.
  trial.note(
    { symptom: '404 without errors', expected: 'a list of errors', actual: describeAnswer(exchange) },
    exchange,
  );
}
