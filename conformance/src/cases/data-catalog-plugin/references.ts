import { mustSucceed } from '../../checks/good-requests.ts';
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
import { presenceChecks } from './presence.ts';

interface Stranger {
  readonly label: string;
  readonly title: string;
  readonly idOf: (component: string, word: string) => string;
}

/** Near misses of a component's id, and unusual ids. */
const STRANGERS: Readonly<Record<string, Stranger>> = {
  shorter: {
    label: 'the id of a component without its end',
    title: 'An id without its last character is unknown',
    idOf: (component) => component.slice(0, -1),
  },
  version: {
    label: 'the id of a component in an unpublished version',
    title: 'A component of an unpublished version is unknown',
    idOf: (component) => component.replaceAll(/:(\d+)(?=:)/g, (_, version) => `:${Number(version) + LATER}`),
  },
  odd: {
    label: 'a long id with special characters',
    title: 'A long id with special characters is unknown',
    idOf: (_component, word) => `50% of "größe" & 'a' * or ${word}; -- `.padEnd(LENGTH, 'x'),
  },
};
/** Beyond the versions of a data product. */
const LATER = 40;
/** Longer than database columns usually allow, in characters. */
const LENGTH = 300;

const SCOPE = { operation: 'getEntityReference' } as const;

/** Checks of references to components. */
export function referenceChecks(facts: Facts): Check[] {
  return [
    ...answerChecks(facts),
    ...unknownComponentChecks(facts),
    ...identityChecks(facts),
    ...presenceChecks(facts),
  ];
}

/** A published component has a reference. */
function answerChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('DC-08', {}, (trial) => publishedIsFound(trial, facts)),
    check('DC-26', SCOPE, async (trial) => {
      mustSucceed(trial, await facts.referenceAtOnce(), {
        symptom: 'found late',
        expected: '200 as soon as the publication is COMPLETED',
      });
    }),
    check('X-17', { ...SCOPE, of: 'getEntityReference' }, async (trial) => {
      mustSucceed(trial, await facts.referenceOdd(), {
        symptom: 'unknown parameter rejected',
        expected: 'unknown parameters are ignored',
      });
    }),
    ownedCheck(facts.run, 'DC-09', {}, (exchange, trial) => {
      const reference = referenceIn(exchange);
      if (typeof reference !== 'string' || reference.trim() !== '') return;
      trial.wrongValue('reference is blank', 'a non-empty string', reference, exchange);
    }),
  ];
}

async function publishedIsFound(trial: Trial, facts: Facts): Promise<void> {
  const exchange = await facts.reference();
  trial.saw(exchange);
  if (succeeded(exchange)) return;
  if (statusOf(exchange) < 500) await facts.explainReference();
  mustSucceed(trial, exchange, {
    symptom: [404, 405, 501].includes(statusOf(exchange))
      ? 'getEntityReference is not implemented'
      : 'published but not found',
    expected: '200 with a reference: the component is published',
  });
}

/** References to unpublished components are refused. */
function unknownComponentChecks(facts: Facts): Check[] {
  const { check, invent } = facts.run;
  return [
    check('DC-11', { ...SCOPE, of: 'unknown' }, async (trial) => {
      const unknown = `urn:dmb:cmp:${invent('word')}:1:view`;
      const exchange = await facts.ask(unknown, 'an unpublished component');
      expectUnknown(trial, exchange, 'unknown component');
    }),
    check('DC-11', { ...SCOPE, of: 'longer' }, async (trial) => {
      const exchange = await facts.ask(
        `${facts.component ?? ''}-x`,
        'the id of a component with more characters',
      );
      expectUnknown(trial, exchange, 'unknown component');
    }),
    ...Object.entries(STRANGERS).map(([of, { label, title, idOf }]) =>
      check('DC-11', { ...SCOPE, of, title }, async (trial) => {
        if (facts.component === undefined) return;
        // A catalog that ignores the id could return a published component instead.
        await facts.reference();
        const id = idOf(facts.component, invent('word'));
        if (facts.contents.components.includes(id)) return;
        expectUnknown(trial, await facts.ask(id, label), 'unknown component');
      }),
    ),
    check('DC-11', { ...SCOPE, of: 'empty' }, async (trial) => {
      expectUnknown(trial, await facts.ask('', 'an empty component id'), 'empty component');
    }),
  ];
}

/** One component has one reference, and it never changes. */
function identityChecks(facts: Facts): Check[] {
  const { check } = facts.run;
  return [
    check('DC-23', SCOPE, async (trial) => {
      const [first, later] = [await facts.reference(), await facts.referenceLater()];
      expectSameReference(trial, first, later);
    }),
    check(
      'DC-23',
      { ...SCOPE, of: 'other', title: 'A component keeps its reference when other components change' },
      async (trial) => {
        const first = await facts.referenceOther();
        const later = [await facts.referenceKept(), await facts.referenceLeft().catch(() => first)];
        for (const one of later.filter(succeeded)) expectSameReference(trial, first, one);
      },
    ),
    check('DC-24', SCOPE, async (trial) => {
      const [one, other] = [await facts.reference(), await facts.referenceOther()];
      trial.saw(one, other);
      const [left, right] = [one, other].map(referenceIn);
      if (typeof left !== 'string' || left !== right) return;
      trial.violated(
        {
          symptom: 'one reference for all',
          expected: 'different references for components of two data products',
          actual: `${brief(left)} twice`,
        },
        other,
        one,
      );
    }),
    check('DC-28', SCOPE, (trial) => eachHasItsOwn(trial, facts)),
  ];
}

function expectSameReference(trial: Trial, first: Exchange, later: Exchange): void {
  trial.saw(first, later);
  if (referenceIn(first) === referenceIn(later)) return;
  trial.wrongAnswer(
    'reference changes',
    `${brief(referenceIn(first))}, as before the repeated publication`,
    later,
    first,
  );
}

/** All components of a data product are found, each by a separate reference. */
async function eachHasItsOwn(trial: Trial, facts: Facts): Promise<void> {
  const [one, beside] = [await facts.reference(), await facts.referencesBeside()];
  const known = new Map([[referenceIn(one), one]]);
  for (const exchange of beside) {
    trial.saw(exchange);
    const reference = referenceIn(exchange);
    // Another requirement checks whether it is a valid reference.
    if (succeeded(exchange) && (typeof reference !== 'string' || reference === '')) continue;
    const twin = succeeded(exchange) ? known.get(reference) : undefined;
    known.set(reference, exchange);
    if (succeeded(exchange) && twin === undefined) continue;
    // Some catalogs store only output ports.
    const isPort = facts.contents.outputPorts.some((id) =>
      exchange.sent.path.includes(encodeURIComponent(id)),
    );
    const say = succeeded(exchange) || isPort ? trial.violated : trial.note;
    say(
      {
        symptom: succeeded(exchange) ? 'components share a reference' : 'a component is missing',
        expected: 'a different reference for each: all components are published',
        actual: describeAnswer(exchange),
      },
      exchange,
      twin ?? one,
    );
  }
}

function expectUnknown(trial: Trial, exchange: Exchange, what: string): void {
  trial.saw(exchange);
  if (statusOf(exchange) === 400) return;
  const symptom = succeeded(exchange) ? `${what} found` : `${what} returns ${statusText(exchange)}`;
  // The published contract lists only 500, and does not specify unknown components.
  const isRejected = statusOf(exchange) >= 400 && statusOf(exchange) <= 500;
  const say = isRejected ? trial.note : trial.violated;
  say({ symptom, expected: '400', actual: describeAnswer(exchange) }, exchange);
}

function referenceIn(exchange: Exchange): unknown {
  return at(bodyOf(exchange), 'reference');
}
