import { rules } from '@tessera/contracts/rules';
import type { RuleEntry } from '@tessera/contracts/vocabulary';
import { type Check, NotApplicable, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, isObject, type JsonObject, listOf } from '../../suite/json.ts';
import { readYaml, writeYaml } from '../../suite/yaml.ts';
import { askFor, type Wish } from './ask.ts';
import type { Role } from './cast.ts';
import type { Facts } from './facts.ts';
import { underOwnName } from './own-unit.ts';
import { ownResource, type Resource, watching } from './resources.ts';
import { unitOf, wanting } from './units.ts';

/** How the cases of a rule are tested: a request for each, and the expected refusal. */
interface Application {
  readonly rule: keyof typeof rules;
  readonly operation: Role;
  /** Distinguishes it from another application of the same rule. */
  readonly of?: string;
  /** Undefined if no request can produce the case. */
  wish(facts: Facts, given: unknown, expected: unknown): Promise<Wish | undefined>;
  /** The member that states the reason, with its value; absent if the status is enough. */
  readonly tells?: readonly [member: string, value: string];
}

/** No name below `invalid` ever resolves, as RFC 2606 says. */
const NOWHERE = 'http://adapter.invalid/';

const APPLICATIONS: readonly Application[] = [
  {
    rule: 'registration-version-in-urn',
    operation: 'register',
    wish: async (facts, given) => ({ value: inEnvironment(facts, given) }),
  },
  {
    rule: 'registration-one-policy-per-resource-type',
    operation: 'register',
    wish: async (facts, given) => ({ value: inEnvironment(facts, given) }),
  },
  {
    rule: 'template-one-policy-per-resource-type',
    operation: 'registerTemplate',
    wish: async (facts, given) => ({ value: inEnvironment(facts, given) }),
  },
  {
    rule: 'every-component-needs-a-target-status',
    operation: 'preview',
    wish: async ({ cast }, given, expected) => ({
      about: [idOf(given)],
      query: { [cast.toggle(cast.preview)]: at(expected, 'unsafe') },
      value: given,
    }),
  },
  {
    rule: 'every-component-needs-a-target-status',
    operation: 'start',
    of: 'every-component-needs-a-target-status.start',
    wish: async (facts, given, expected) => startingOwn(facts, given, at(expected, 'unsafe')),
  },
  {
    rule: 'action-fits-target-status',
    operation: 'preview',
    wish: async (_facts, given) => wantingAll(given),
  },
  {
    rule: 'frequency-is-cron',
    operation: 'schedule',
    wish: async (facts, given) => scheduling(facts, given),
    tells: ['error', 'RESULT_SCHEDULING_INVALID_FREQUENCY'],
  },
  {
    rule: 'tolerance-is-a-duration',
    operation: 'schedule',
    wish: async (facts, given) => scheduling(facts, given),
    tells: ['error', 'RESULT_SCHEDULING_INVALID_TOLERANCE_WINDOW'],
  },
];

/** Rules beyond the schemas: the suite sends each case, and the platform accepts or refuses it as the contract says. */
export function ruleChecks(facts: Facts): Check[] {
  return [
    ...APPLICATIONS.map((one) => ruleCheck(facts, one, rules[one.rule])),
    ...registrationChecks(facts),
    removedCheck(facts),
    cronCheck(facts),
  ];
}

function ruleCheck(facts: Facts, { wish, tells, of, ...one }: Application, rule: RuleEntry): Check {
  const operation = facts.cast[one.operation];
  const scope = { of: of ?? rule.id, title: `${operation}: ${rule.sentence}`, operation };
  return facts.run.check('P-40', scope, async (trial) => {
    let taken: Exchange | undefined;
    for (const { title, given, expect } of rule.cases) {
      const accepted = at(expect, 'accepted') === true;
      const asked = await wish(facts, given, expect);
      if (asked === undefined) continue;
      const exchange = await askFor(facts, operation, `${rule.id}: ${title}`, asked);
      trial.saw(exchange);
      if (accepted) {
        // The first valid case may fail because of the platform's data; the others differ from it only in the subject
        // of the rule.
        if (taken !== undefined) expectTaken(trial, exchange, rule.id, title);
        else if (succeeded(exchange)) taken = exchange;
        continue;
      }
      expectRefusal(trial, exchange, `${rule.id} is violated`, title);
      if (tells !== undefined && statusOf(exchange) === 400) expectTold(trial, exchange, tells);
    }
  });
}

function expectRefusal(trial: Trial, exchange: Exchange, symptom: string, what: string): void {
  if (statusOf(exchange) === 400) return;
  trial.wrongAnswer(symptom, `400: ${what.toLowerCase()}`, exchange);
}

function expectTaken(trial: Trial, exchange: Exchange, rule: string, what: string): void {
  if (succeeded(exchange)) return;
  trial.wrongAnswer(`${rule} rejects valid input`, `success: ${what.toLowerCase()}`, exchange);
}

function expectTold(trial: Trial, exchange: Exchange, [member, value]: readonly [string, string]): void {
  const told = at(bodyOf(exchange), member);
  if (told === value) return;
  trial.wrongValue(`wrong ${member}`, `${member} ${value}`, told, exchange);
}

/** The builder knows all environments, and the coordinator must reach the adapter. */
function registrationChecks(facts: Facts): Check[] {
  const operation = facts.cast.register;
  const check = (of: string, rule: string, value: string, fault: string): Check => {
    const title = `${operation}: ${rule}`;
    return facts.run.check('P-40', { of, title, operation }, async (trial) => {
      const good = facts.goodBody(operation);
      const wrong = isObject(good) ? { ...good, [of]: value } : good;
      const exchange = await askFor(facts, operation, `unknown ${of}`, { value: wrong });
      trial.saw(exchange);
      expectRefusal(trial, exchange, `any ${of} is accepted`, fault);
    });
  };
  const environment = facts.run.invent('word');
  return [
    check(
      'environment',
      'the environment is one that the builder is configured for',
      environment,
      'the environment is not configured',
    ),
    check('url', 'the coordinator can reach the URL', NOWHERE, 'the URL cannot be reached'),
  ];
}

/** A deployed component that the descriptor no longer has is not removed unless the request says so. */
function removedCheck(facts: Facts): Check {
  const rule: RuleEntry = rules['removed-components-need-a-target-status'];
  const { cast, run } = facts;
  const operation = cast.start;
  const scope = { of: rule.id, title: `${operation}: ${rule.sentence}`, operation };
  return run.check('P-40', scope, async (trial) => {
    const unit = unitOf(facts, 'shrunk');
    const needed = new Set(unit.components.flatMap(({ needs }) => needs));
    const spare = unit.components.find(({ id }) => !needed.has(id))?.id;
    if (unit.components.length < 2) throw new NotApplicable('the unit has one component only');
    const { path, query, value } = wanting(facts, unit, 'DEPLOYED');
    const begun = await run.tasks.start(operation, value, 'provisioning of all components', { path, query });
    const ended = await run.tasks.finish(begun);
    if (ended.state !== 'COMPLETED') throw new NotTestable(`the unit could not be deployed: ${ended.state}`);
    const given = readYaml(unit.descriptor);
    const components = listOf(at(given, 'components')).filter((one) => at(one, 'id') !== spare);
    const less = {
      descriptor: writeYaml({ ...(isObject(given) ? given : {}), components }),
      targetStatus: value.targetStatus.filter(({ componentId }) => componentId !== spare),
    };
    const exchange = await askFor(facts, operation, 'a descriptor without one of them', {
      path,
      query,
      value: less,
    });
    trial.saw(begun.exchange, exchange);
    if (!succeeded(exchange)) return;
    const [symptom, expected] = [`${rule.id} is violated`, `400: ${String(spare)} is deployed`];
    trial.warned({ symptom, expected, actual: describeAnswer(exchange) }, exchange, begun.exchange);
  });
}

/** A policy is scheduled with the same expressions as external results. */
function cronCheck(facts: Facts): Check {
  const operation = facts.cast.maker('policies');
  const scope = {
    of: 'cronExpression',
    title: `${operation}: ${rules['frequency-is-cron'].sentence}`,
    operation,
  };
  return facts.run.check('P-40', scope, async (trial) => {
    const good = facts.goodBody(operation);
    for (const { title, given, expect } of rules['frequency-is-cron'].cases) {
      const accepted = at(expect, 'accepted') === true;
      if (accepted || !isObject(good)) continue;
      const value = { ...good, cronExpression: at(given, 'frequency') };
      const exchange = await askFor(facts, operation, `cron: ${title}`, { value, intent: 'invalid' });
      trial.saw(exchange);
      expectRefusal(trial, exchange, 'any cron expression is accepted', title);
    }
    if (!isObject(good) || !succeeded(await facts.good(operation))) return;
    for (const { title, given } of rules['cron-next-time'].cases) {
      const exchange = await askFor(facts, operation, `cron: ${title}`, {
        value: { ...good, cronExpression: given },
      });
      trial.saw(exchange);
      expectTaken(trial, exchange, 'cronExpression', title);
    }
  });
}

/** The cases name a separate environment; the request names one that exists, and a template of the run. */
function inEnvironment(facts: Facts, given: unknown): unknown {
  if (!isObject(given)) return given;
  const id = String(given['id']).replace(/[^:]+(?=:[^:]*$)/, (name) => `${facts.own}-${name}`);
  const policies = listOf(at(given, 'properties', 'dataContractGuardian', 'policies'));
  // The ids in the cases are unknown to the platform.
  const named = policies.map((one) => ({ ...(isObject(one) ? one : {}), spec: { name: facts.own } }));
  const properties = { dataContractGuardian: { policies: named } };
  const own = {
    ...given,
    id,
    environment: facts.environment(),
    ...(named.length === 0 ? {} : { properties }),
  };
  return facts.reachable(own);
}

function idOf(given: unknown): string {
  return String(at(readYaml(String(at(given, 'descriptor'))), 'id'));
}

/** The case with a unit of the run: the platform executes an accepted provisioning. */
function startingOwn(facts: Facts, given: unknown, unsafe: unknown): Wish {
  const { cast } = facts;
  const descriptor = String(at(given, 'descriptor'));
  // Each case has a separate unit: one with a running plan may be busy.
  const own = underOwnName(descriptor, `${facts.own}-ruled-${facts.run.invent('word')}`);
  const before = listOf(at(readYaml(descriptor), 'components')).map((one) => at(one, 'id'));
  const targets = listOf(at(given, 'targetStatus')).map((one) => ({
    ...(isObject(one) ? one : {}),
    componentId: own.components[before.indexOf(at(one, 'componentId'))]?.id ?? at(one, 'componentId'),
  }));
  return {
    about: [own.id],
    query: { [cast.toggle(cast.start)]: unsafe },
    value: { ...(isObject(given) ? given : {}), descriptor: own.descriptor, targetStatus: targets },
  };
}

/** One target for all components, with the action next to the list, as the requirement has it. */
function wantingAll(given: unknown): Wish {
  const [first] = rules['every-component-needs-a-target-status'].cases;
  const descriptor = at(first?.given, 'descriptor');
  const components = at(readYaml(String(descriptor)), 'components');
  const target = { targetStatus: at(given, 'targetStatus') };
  const value: JsonObject = {
    descriptor,
    targetStatus: Array.isArray(components)
      ? components.map((one: unknown) => ({ componentId: at(one, 'id'), ...target }))
      : [],
    action: at(given, 'action'),
  };
  return { about: [idOf(value)], value };
}

async function scheduling(facts: Facts, given: unknown): Promise<Wish> {
  const resource: Resource | undefined = await ownResource(facts);
  if (resource === undefined) throw new NotTestable('no resource could be registered');
  return {
    ...watching(facts, resource.id, resource.entity, resource.environment),
    value: { resultScheduling: { newValue: given } },
  };
}

/** @throws NotTestable when a valid request was not accepted */
export function needSuccess(exchange: Exchange): void {
  if (!succeeded(exchange))
    throw new NotTestable(`${exchange.operation} returned ${describeAnswer(exchange)}`);
}
