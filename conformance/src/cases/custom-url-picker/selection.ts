import { expectStart } from '../../checks/good-requests.ts';
import { expectRefusal, invalidCheck } from '../../checks/invalid-check.ts';
import { unknownMemberChecks } from '../../checks/unknown-members.ts';
import { type Check, NotApplicable } from '../../suite/check.ts';
import { bodyOf, statusOf, statusText } from '../../suite/exchange.ts';
import { at, type JsonObject, listOf } from '../../suite/json.ts';
import { choosable, type Facts, itemsIn } from './facts.ts';
import { unlistedChecks } from './unlisted.ts';

const operation = 'validate';

/** Checks of selected values that are sent back. */
export function selectionChecks(facts: Facts): Check[] {
  return [
    ...acceptedChecks(facts),
    namelessCheck(facts, 'missing', { value: 'a value without an id' }),
    namelessCheck(facts, 'missing after a valid one', { value: 'a value without an id' }, true),
    namelessCheck(facts, 'a number', { id: 17 }),
    namelessCheck(facts, 'null', { id: null }),
    shapelessCheck(facts, 'one-object', 'one object instead of a list', ([known]) => known),
    shapelessCheck(facts, 'nothing', 'a body without any field', () => undefined),
    shapelessCheck(facts, 'bare-ids', 'a list of ids instead of objects', (known) =>
      known.map(({ id }) => id),
    ),
    ...unlistedChecks(facts),
    ...unknownMemberChecks(
      facts.run,
      { goodBody: async () => ({ selectedObjects: (await facts.offered()).slice(0, 1) }) },
      [operation],
    ),
  ];
}

/** Selections that a picker must accept. */
function acceptedChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('UP-13', { of: 'ids', title: 'Listed values are accepted by their ids' }, async (trial) => {
      await facts.offered();
      expectStart(trial, await facts.selectIds(), 200);
    }),
    check(
      'UP-13',
      { of: 'reversed', title: 'The order of a selection has no effect', operation },
      async (trial) => {
        const [usual, exchange] = [await facts.selectIds(), await facts.selectReversed()];
        trial.saw(usual, exchange);
        if (statusOf(usual) === 200) expectStart(trial, exchange, 200);
      },
    ),
    check('UP-13', { of: 'fields', title: 'queryParameters are accepted', operation }, async (trial) => {
      await facts.offered();
      const exchange = await facts.selectFree();
      // The picker decides what other fields mean; their presence is not an error.
      trial.saw(exchange);
      if (statusOf(exchange) === 400 && listOf(at(bodyOf(exchange), 'errors')).length > 0) return;
      expectStart(trial, exchange, 200);
    }),
    check('UP-13', { of: 'no-fields', title: 'queryParameters may be empty', operation }, async (trial) => {
      if (!facts.isBodiless) throw new NotApplicable('the template sends fields');
      const ids = (await facts.offered()).slice(0, 1).map(({ id }) => ({ id }));
      const usual = await facts.selectIds();
      const exchange = await facts.select(ids, 'a value and no fields', { queryParameters: {} });
      if (statusOf(usual) === 200) expectStart(trial, exchange, 200);
    }),
    check(
      'UP-13',
      { of: 'none', title: 'An empty selection causes no system error', operation },
      async (trial) => {
        const exchange = await facts.select([], 'nothing selected');
        trial.saw(exchange);
        // The picker decides whether a field may be empty.
        if ([200, 400].includes(statusOf(exchange))) return;
        trial.wrongAnswer(
          `an empty selection returns ${statusText(exchange)}`,
          '200, or 400 with error items',
          exchange,
        );
      },
    ),
    check('UP-14', { operation }, async (trial) => {
      await facts.offered();
      const listed = choosable([...itemsIn(await facts.both()), ...itemsIn(await facts.walk()).slice(-1)]);
      const items = listed.filter((item, index) => listed.findIndex(({ id }) => id === item['id']) === index);
      const exchange = await facts.select(items, 'values of several pages, as they were listed');
      expectStart(trial, exchange, 200);
    }),
  ];
}

/** A value without a string as id cannot be selected. */
function namelessCheck(facts: Facts, of: string, selected: unknown, isBehind = false): Check {
  const what = `selected object whose id is ${of}`;
  return invalidCheck(facts.run, {
    requirement: 'UP-15',
    operation,
    of,
    title: `A ${what} returns 400`,
    label: `a ${what}`,
    async call() {
      const before = isBehind ? await firstOf(facts) : [];
      // Twice: some pickers answer differently to one fault than to several.
      return { value: { selectedObjects: [...before, selected, ...(isBehind ? [] : [selected])] } };
    },
    judge: (trial, exchange) => expectRefusal(trial, exchange, 'selectedObjects.id'),
  });
}

/** Selectable values in a shape that the contract does not allow. */
function shapelessCheck(
  facts: Facts,
  of: string,
  label: string,
  shape: (known: readonly JsonObject[]) => unknown,
): Check {
  return invalidCheck(facts.run, {
    requirement: 'X-12',
    operation,
    of: `${operation}.selectedObjects.${of}`,
    title: `${operation}: ${label} returns 400`,
    label,
    call: async () => ({ value: { selectedObjects: shape(await firstOf(facts)) } }),
    judge: (trial, exchange) => expectRefusal(trial, exchange, 'selectedObjects'),
  });
}

/** The first listed value that can be selected. */
async function firstOf(facts: Facts): Promise<JsonObject[]> {
  return (await facts.offered()).slice(0, 1).map(({ id }) => ({ id }));
}
