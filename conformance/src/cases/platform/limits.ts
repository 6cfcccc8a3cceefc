import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { changesState } from '../../suite/contract.ts';
import { bodyOf, describeAnswer, type Exchange, succeeded } from '../../suite/exchange.ts';
import { at, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import type { Schemas } from '../../suite/schemas.ts';
import { lookAgain } from './again.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { failPolicies } from './outcomes.ts';

/** Lists without pages, limited by a member of the request body. */
export function limitChecks(facts: Facts): Check[] {
  const { schemas } = facts.run.session;
  return facts.operations.flatMap((operation) => {
    if (operation.body === undefined || operation.pagination !== undefined) return [];
    const limit = schemas.resolve(at(schemas.named(operation.body.schema), 'properties', 'limit'));
    if (changesState(operation) || limit['type'] !== 'integer') return [];
    const { minimum: least = 1, default: usual } = limit;
    // The only such list is that of failed policies.
    return [
      ...limitCheck(facts, operation, [
        'P-21',
        least,
        `a page with limit ${least} has at most ${least} items`,
      ]),
      ...limitCheck(facts, operation, ['P-24', usual, `without a limit, a page has at most ${usual} items`]),
    ];
  });
}

function limitCheck(
  facts: Facts,
  { id, body }: OperationEntry,
  [requirement, most, title]: readonly [string, unknown, string],
): Check[] {
  if (typeof most !== 'number') return [];
  return [
    facts.run.check(requirement, { of: id, title: `${id}: ${title}`, operation: id }, async (trial) => {
      const { schemas } = facts.run.session;
      const wide = neededOf(schemas, schemas.named(body?.schema ?? ''), facts.goodBody(id));
      const value = { ...(isObject(wide) ? wide : {}), ...(requirement === 'P-21' ? { limit: most } : {}) };
      const ask = () => askFor(facts, id, title, { value });
      let exchange = await ask();
      if (requirement === 'P-24' && succeeded(exchange) && itemsOf(exchange).length <= most) {
        await failPolicies(facts, most + 1);
        exchange = await lookAgain(facts, ask, (one) => itemsOf(one).length >= most);
      }
      trial.saw(exchange);
      const { length } = itemsOf(exchange);
      if (!succeeded(exchange)) throw new NotApplicable(`${id} returned ${describeAnswer(exchange)}`);
      if (length === 0) throw new NotApplicable('the list is too short for a limit');
      if (length <= most) return;
      const statement = { symptom: 'limit', expected: `at most ${most} items`, actual: `${length} items` };
      trial.violated(statement, exchange);
    }),
  ];
}

/** The required members of the schema, with the values of a valid body: members that filter the answer are left out. */
function neededOf(schemas: Schemas, schema: JsonObject, good: unknown): unknown {
  if (!isObject(good)) return good;
  const names = listOf(schema['required'])
    .map(String)
    .filter((name) => name in good);
  return Object.fromEntries(
    names.map((name) => [
      name,
      neededOf(schemas, schemas.resolve(at(schema, 'properties', name)), good[name]),
    ]),
  );
}

/** The only list of an answer. */
function itemsOf(exchange: Exchange): readonly unknown[] {
  const body = bodyOf(exchange);
  return isObject(body) ? listOf(Object.values(body).find(Array.isArray)) : listOf(body);
}
