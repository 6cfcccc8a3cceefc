import { ownedCheck } from '../../checks/owned.ts';
import type { Check, Trial } from '../../suite/check.ts';
import {
  bodyOf,
  describeAnswer,
  type Exchange,
  statusOf,
  statusText,
  succeeded,
} from '../../suite/exchange.ts';
import { at, brief } from '../../suite/json.ts';
import type { Facts } from './facts.ts';

interface Stranger {
  readonly label: string;
  readonly title: string;
  readonly idOf: (component: string, word: string) => string;
}

/** Almost the id of a component, and ids that no catalog has thought of. */
const STRANGERS: Readonly<Record<string, Stranger>> = {
  shorter: {
    label: 'the id of a component without its end',
    title: 'A component whose id lacks the last character is not known',
    idOf: (component) => component.slice(0, -1),
  },
  odd: {
    label: 'an id that is long and full of marks',
    title: 'A component whose id is long and full of marks is not known',
    idOf: (_component, word) => `50% of "größe" & 'a' * or ${word}; -- `.padEnd(LENGTH, 'x'),
  },
};
/** More than columns hold, in characters. */
const LENGTH = 300;

/** What the catalog calls a component. */
export function referenceChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('DC-08', {}, async (trial) => {
      const exchange = await facts.reference();
      trial.saw(exchange);
      if (succeeded(exchange)) return;
      if (statusOf(exchange) < 500) await facts.explainReference();
      trial.violated(
        {
          symptom: [404, 405, 501].includes(statusOf(exchange))
            ? 'getEntityReference is not implemented'
            : 'published and not found',
          expected: '200 with a reference: the component has been published',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check('DC-26', { operation: 'getEntityReference' }, async (trial) => {
      const exchange = await facts.referenceAtOnce();
      trial.saw(exchange);
      if (succeeded(exchange)) return;
      trial.violated(
        {
          symptom: 'found late',
          expected: '200 as soon as the publication is COMPLETED',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check('X-17', { of: 'getEntityReference', operation: 'getEntityReference' }, async (trial) => {
      const exchange = await facts.referenceOdd();
      trial.saw(exchange);
      if (succeeded(exchange)) return;
      trial.violated(
        {
          symptom: 'unknown parameter refused',
          expected: 'parameters that are not known are ignored',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    ownedCheck(facts.run, 'DC-09', {}, (exchange, trial) => {
      const reference = at(bodyOf(exchange), 'reference');
      if (typeof reference !== 'string' || reference.trim() !== '') return;
      trial.violated(
        { symptom: 'reference is blank', expected: 'a string that is not empty', actual: brief(reference) },
        exchange,
      );
    }),
    check('DC-11', { of: 'unknown', operation: 'getEntityReference' }, async (trial) => {
      const unknown = `urn:dmb:cmp:${facts.run.invent('word')}:1:view`;
      expectUnknown(
        trial,
        await facts.ask(unknown, 'a component that nobody has published'),
        'unknown component',
      );
    }),
    check('DC-11', { of: 'longer', operation: 'getEntityReference' }, async (trial) => {
      const exchange = await facts.ask(
        `${facts.component ?? ''}-x`,
        'the id of a component with more behind it',
      );
      expectUnknown(trial, exchange, 'unknown component');
    }),
    ...Object.entries(STRANGERS).map(([of, { label, title, idOf }]) =>
      check('DC-11', { of, title, operation: 'getEntityReference' }, async (trial) => {
        if (facts.component === undefined) return;
        // What has been published could be found in its place.
        await facts.reference();
        const id = idOf(facts.component, facts.run.invent('word'));
        if (facts.contents.components.includes(id)) return;
        expectUnknown(trial, await facts.ask(id, label), 'unknown component');
      }),
    ),
    check('DC-11', { of: 'empty', operation: 'getEntityReference' }, async (trial) => {
      expectUnknown(trial, await facts.ask('', 'an empty component id'), 'empty component');
    }),
    check('DC-23', { operation: 'getEntityReference' }, async (trial) => {
      const [first, later] = [await facts.reference(), await facts.referenceLater()];
      trial.saw(first, later);
      const [before, after] = [first, later].map((one) => at(bodyOf(one), 'reference'));
      if (before === after) return;
      trial.violated(
        {
          symptom: 'reference changes',
          expected: `${brief(before)}, as before the publication was repeated`,
          actual: describeAnswer(later),
        },
        later,
        first,
      );
    }),
    check('DC-24', { operation: 'getEntityReference' }, async (trial) => {
      const [one, other] = [await facts.reference(), await facts.referenceOther()];
      trial.saw(one, other);
      const [left, right] = [one, other].map((exchange) => at(bodyOf(exchange), 'reference'));
      if (typeof left !== 'string' || left !== right) return;
      trial.violated(
        {
          symptom: 'one reference for all',
          expected: 'references of their own for components of two data products',
          actual: `${brief(left)} twice`,
        },
        other,
        one,
      );
    }),
    check('DC-28', { operation: 'getEntityReference' }, async (trial) => {
      const [one, beside] = [await facts.reference(), await facts.referencesBeside()];
      const known = new Map([[at(bodyOf(one), 'reference'), one]]);
      for (const exchange of beside) {
        trial.saw(exchange);
        const reference = at(bodyOf(exchange), 'reference');
        // Whether it is one at all is the subject of another requirement.
        if (succeeded(exchange) && (typeof reference !== 'string' || reference === '')) continue;
        const twin = succeeded(exchange) ? known.get(reference) : undefined;
        known.set(reference, exchange);
        if (succeeded(exchange) && twin === undefined) continue;
        // Some catalogs hold what can be read and nothing else.
        const isPort = facts.contents.outputPorts.some((id) =>
          exchange.sent.path.includes(encodeURIComponent(id)),
        );
        const say = succeeded(exchange) || isPort ? trial.violated : trial.note;
        say(
          {
            symptom: succeeded(exchange) ? 'components share a reference' : 'a component is left out',
            expected: 'a reference of its own: all components have been published',
            actual: describeAnswer(exchange),
          },
          exchange,
          twin ?? one,
        );
      }
    }),
    check(
      'DC-29',
      {
        of: 'published',
        title: 'What is not published is not found because it was validated',
        operation: 'validate',
      },
      async (trial) => {
        const { before, after } = await facts.referenceUnpublished();
        trial.saw(before, after);
        if (succeeded(before) || !succeeded(after)) return;
        trial.violated(
          {
            symptom: 'validation publishes',
            expected: `${describeAnswer(before)}, as before it was validated`,
            actual: describeAnswer(after),
          },
          after,
          before,
        );
      },
    ),
    check(
      'DC-29',
      {
        of: 'removed',
        title: 'What is published is found after it was validated',
        operation: 'getEntityReference',
      },
      async (trial) => {
        const [before, after] = [await facts.reference(), await facts.referenceValidated()];
        trial.saw(before, after);
        if (!succeeded(before) || succeeded(after)) return;
        trial.violated(
          {
            symptom: 'validation removes',
            expected: `${describeAnswer(before)}, as before it was validated`,
            actual: describeAnswer(after),
          },
          after,
          before,
        );
      },
    ),
    check('DC-27', { operation: 'getEntityReference' }, async (trial) => {
      const exchange = await facts.referenceKept();
      trial.saw(exchange);
      if (succeeded(exchange)) return;
      trial.violated(
        {
          symptom: 'another data product is gone',
          expected: '200: only the other data product was removed',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check('DC-25', { operation: 'getEntityReference' }, async (trial) => {
      const [exchange] = await facts.referencesRemoved();
      trial.saw(exchange);
      if (!succeeded(exchange)) return;
      trial.violated(
        {
          symptom: 'found after its removal',
          expected: '400: the component is not in the catalog any more',
          actual: describeAnswer(exchange),
        },
        exchange,
      );
    }),
    check('DC-30', { operation: 'getEntityReference' }, async (trial) => {
      const published = [await facts.reference(), ...(await facts.referencesBeside())].filter(succeeded);
      const removed = (await facts.referencesRemoved()).filter(({ sent }) =>
        published.some((one) => one.sent.path === sent.path),
      );
      trial.saw(...removed);
      const [kept] = removed.filter(succeeded);
      const gone = removed.filter((exchange) => !succeeded(exchange));
      if (kept === undefined || gone.length === 0) return;
      trial.violated(
        {
          symptom: 'removed in part',
          expected: 'as of the component beside it, which is not found any more',
          actual: describeAnswer(kept),
        },
        kept,
        ...gone,
      );
    }),
  ];

  function expectUnknown(trial: Trial, exchange: Exchange, what: string): void {
    trial.saw(exchange);
    if (statusOf(exchange) >= 400 && statusOf(exchange) < 500) return;
    const symptom = succeeded(exchange) ? `${what} found` : `${what} gives ${statusText(exchange)}`;
    trial.violated({ symptom, expected: '400', actual: describeAnswer(exchange) }, exchange);
  }
}
