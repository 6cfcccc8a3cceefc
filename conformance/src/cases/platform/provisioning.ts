import { type Check, memo, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { tokenOf } from '../../suite/tasks.ts';
import { readYaml } from '../../suite/yaml.ts';
import { askFor } from './ask.ts';
import { type Facts, refuseWriting } from './facts.ts';
import { type OwnUnit, underOwnName } from './own-unit.ts';
import { needSuccess } from './rules.ts';

interface Unit extends OwnUnit {
  readonly environment: string;
}

/** What a preview says, and what becomes of a unit that is provisioned and removed again. */
export function provisioningChecks(facts: Facts): Check[] {
  return [...previewChecks(facts), ...lifeChecks(facts), wholeCheck(facts)];
}

export function unitOf(facts: Facts, suffix: string): Unit {
  const descriptor = String(at(facts.goodBody(facts.cast.start), 'descriptor') ?? '');
  return { ...underOwnName(descriptor, `${facts.own}-${suffix}`), environment: facts.environment() };
}

export type Target = 'DEPLOYED' | 'NOT_DEPLOYED';

/** Where an operation takes the name of a unit, of one of its components and of its environment. */
function naming({ cast }: Facts, id: string, unit: Unit, environment = unit.environment) {
  return {
    path: { [cast.place(id, 'deployment-units')]: unit.id },
    query: { [cast.where(id)]: environment },
  };
}

export function wanting(facts: Facts, unit: Unit, targetStatus: Target) {
  return {
    ...naming(facts, facts.cast.start, unit),
    value: {
      descriptor: unit.descriptor,
      targetStatus: unit.components.map(({ id }) => ({ componentId: id, targetStatus })),
    },
  };
}

function previewChecks(facts: Facts): Check[] {
  const previewing = facts.cast.preview();
  const unit = unitOf(facts, 'previewed');
  const preview = memo(async () => {
    const before = await statusIn(facts, unit, 'before the preview');
    const remove = await askFor(
      facts,
      previewing,
      'preview of a removal',
      wanting(facts, unit, 'NOT_DEPLOYED'),
    );
    const deploy = await askFor(
      facts,
      previewing,
      'preview of a deployment',
      wanting(facts, unit, 'DEPLOYED'),
    );
    const after = await statusIn(facts, unit, 'after the preview');
    return { before, deploy, remove, after };
  });
  const check = (requirement: string, title: string, judge: (trial: Trial) => Promise<void>): Check =>
    facts.run.check(
      requirement,
      { of: `${previewing}.${requirement}`, title: `${previewing}: ${title}`, operation: previewing },
      judge,
    );
  return [
    check(
      'P-45',
      'one operation for each component that is wanted, those first that others need',
      async (trial) => {
        const { deploy } = await preview();
        needSuccess(deploy);
        trial.saw(deploy);
        const fault = previewFault(unit, bodyOf(deploy));
        if (fault !== undefined) trial.violated(fault, deploy);
      },
    ),
    check('P-46', 'the removal of what is not deployed does nothing', async (trial) => {
      const { remove } = await preview();
      needSuccess(remove);
      trial.saw(remove);
      const actions = listOf(at(bodyOf(remove), 'operations')).map((one) => at(one, 'action'));
      const wrong = actions.find((one) => one !== 'NO_ACTION');
      if (wrong === undefined) return;
      const expected = 'NO_ACTION for every component';
      trial.violated({ symptom: 'undeploys nothing', expected, actual: brief(wrong) }, remove);
    }),
    check('P-47', 'a preview changes nothing', async (trial) => {
      const { before, deploy, after } = await preview();
      needSuccess(deploy);
      trial.saw(before, deploy, after);
      const [was, is] = [before, after].map((one) => at(bodyOf(one), 'status'));
      if (was === is) return;
      const symptom = 'previewed and done';
      trial.violated({ symptom, expected: brief(was), actual: brief(is) }, after, deploy, before);
    }),
    validationCheck(facts),
  ];
}

/** Looks for the unit of a descriptor that was validated in both ways. */
function validationCheck(facts: Facts): Check {
  const [begin, judge] = [facts.cast.beginner(facts.cast.about('validate')), facts.cast.judge()];
  const scope = { of: begin, title: `${begin}: a validation provisions nothing`, operation: begin };
  return facts.run.check('P-47', scope, async (trial) => {
    const unit = unitOf(facts, 'validated');
    const before = await statusIn(facts, unit, 'before the validation');
    const { descriptor } = unit;
    const begun = await facts.run.tasks.start(begin, { descriptor }, 'validation of what is not deployed');
    await facts.run.tasks.finish(begun).catch(() => undefined);
    await askFor(facts, judge, 'validation at once', { value: { descriptor } });
    const after = await statusIn(facts, unit, 'after the validation');
    trial.saw(before, begun.exchange, after);
    const [was, is] = [before, after].map((one) =>
      succeeded(one) ? at(bodyOf(one), 'status') : statusOf(one),
    );
    if (was === is) return;
    const symptom = 'validated and done';
    trial.violated({ symptom, expected: brief(was), actual: brief(is) }, after, begun.exchange, before);
  });
}

/** What is wrong with the preview of a first deployment; undefined when nothing is. */
function previewFault({ components }: Unit, body: unknown) {
  const operations = listOf(at(body, 'operations'));
  const names = operations.map((one) => String(at(one, 'componentId')));
  const missing = components.filter(({ id }) => !names.includes(id));
  if (missing.length > 0 || new Set(names).size < names.length) {
    const expected = `one operation each for ${components.map(({ id }) => id).join(', ')}`;
    return { symptom: 'components of the preview', expected, actual: names.join(', ') || 'none' };
  }
  const other = operations.find(
    (one) =>
      at(one, 'targetStatus') !== 'DEPLOYED' || !['DEPLOY', 'NO_ACTION'].includes(String(at(one, 'action'))),
  );
  if (other !== undefined)
    return { symptom: 'another target', expected: 'DEPLOY to DEPLOYED, as wanted', actual: brief(other) };
  const early = components.find(({ id, needs }) =>
    needs.some((one) => names.indexOf(one) > names.indexOf(id)),
  );
  if (early === undefined) return undefined;
  const expected = `${early.id} after ${early.needs.join(', ')}`;
  return { symptom: 'order of the preview', expected, actual: names.join(', ') };
}

function statusIn(
  facts: Facts,
  unit: Unit,
  label: string,
  environment = unit.environment,
): Promise<Exchange> {
  const { operation } = facts.cast.link(facts.cast.start, 'unit');
  return askFor(facts, operation, label, naming(facts, operation, unit, environment));
}

/** What was seen of a unit after it was brought to a state. */
interface Seen {
  readonly start: Exchange;
  readonly status: Exchange;
  readonly component: Exchange;
  readonly elsewhere: Exchange;
  readonly resolved: Exchange;
  readonly plans: Exchange;
}

/** A unit that is deployed, left alone and removed, each once and in this order. */
function liveUnit(facts: Facts) {
  const unit = unitOf(facts, 'provisioned');
  const { cast } = facts;
  const starting = cast.start;
  const [component, search, plans] = [cast.component(), cast.search(), cast.list('provisioningplan')];
  const named = (id: string, kind: string) =>
    cast.parameter(id, ({ names }) => names?.includes(kind) ?? false);
  const bring = async (target: Target): Promise<Seen> => {
    const { path, query, value } = wanting(facts, unit, target);
    const begun = await facts.run.tasks.start(starting, value, `provisioning to ${target}`, { path, query });
    const ended = await facts.run.tasks.finish(begun).catch(() => undefined);
    if (ended?.state !== 'COMPLETED')
      throw new NotTestable(`the built-in deployment unit could not be brought to ${target} here`);
    const first = unit.components[0]?.id ?? '';
    return {
      start: begun.exchange,
      status: await statusIn(facts, unit, `status after ${target}`),
      component: await askFor(facts, component, `component after ${target}`, {
        about: [unit.id, first],
        query,
      }),
      elsewhere: await statusIn(facts, unit, 'status in another environment', facts.run.invent('word')),
      resolved: await askFor(facts, search, `resolve after ${target}`, {
        query: { [cast.where(search)]: unit.environment, [named(search, 'resources')]: unit.id },
      }),
      plans: await askFor(facts, plans, `plans after ${target}`, {
        query: { [named(plans, 'deployment-units')]: unit.id },
      }),
    };
  };
  const there = memo(async () => {
    refuseWriting(!facts.run.settings.readOnly);
    return bring('DEPLOYED');
  });
  const left = memo(async () => {
    const { start } = await there();
    const { operation } = cast.link(starting, 'abort');
    const aborted = await askFor(facts, operation, 'abort what has ended', naming(facts, operation, unit));
    return { start, aborted, status: await statusIn(facts, unit, 'status after the abort') };
  });
  const gone = memo(async () => {
    await there();
    // Whoever may not abort may still remove.
    await left().catch(() => undefined);
    return bring('NOT_DEPLOYED');
  });
  return { unit, there, left, gone };
}

type LiveUnit = ReturnType<typeof liveUnit>;

function lifeChecks(facts: Facts): Check[] {
  const lived = liveUnit(facts);
  return [...stateChecks(facts, lived), ...foundChecks(facts, lived)];
}

function lifeCheck(
  { run, cast }: Facts,
  [requirement, of, title]: readonly [requirement: string, of: string, title: string],
  judge: (trial: Trial) => Promise<void>,
): Check {
  const scope = { of: `${cast.start}.${of}`, title: `${cast.start}: ${title}`, operation: cast.start };
  return run.check(requirement, scope, judge);
}

/** The unit is in the state that its plans have brought it to. */
function stateChecks(facts: Facts, { there, left, gone }: LiveUnit): Check[] {
  return [
    lifeCheck(facts, ['P-36', 'ended', 'a plan that has ended is left as it is'], async (trial) => {
      const { start } = await gone();
      const token = tokenOf(start);
      const { cast } = facts;
      const ask = (id: string, label: string) => askFor(facts, id, label, { about: [token] });
      const stopped = await ask(cast.cancel(cast.start), 'terminate what has ended');
      const plan = await ask(cast.poll(cast.start), 'the plan afterwards');
      trial.saw(start, stopped, plan);
      const state = at(bodyOf(plan), 'status');
      if (succeeded(stopped) && state === 'COMPLETED') return;
      const actual = `${statusOf(stopped)}, then ${brief(state)}`;
      trial.violated(
        { symptom: 'terminated after its end', expected: '202, then COMPLETED', actual },
        stopped,
        plan,
      );
    }),
    lifeCheck(
      facts,
      ['P-48', 'deployed', 'what a plan has deployed is deployed, in its environment'],
      async (trial) => {
        const { start, status, component, elsewhere } = await there();
        trial.saw(start, status, component, elsewhere);
        expectState(trial, status, 'DEPLOYED', start);
        const states = listOf(at(bodyOf(status), 'provisioningDetails', 'componentsStatus'));
        const other = states.find((one) => at(one, 'status') !== 'DEPLOYED');
        if (other !== undefined) tellState(trial, status, 'every component DEPLOYED', brief(other));
        expectState(trial, component, 'DEPLOYED', start);
        const far = at(bodyOf(elsewhere), 'status');
        if (succeeded(elsewhere) && far !== 'NOT_DEPLOYED')
          tellState(trial, elsewhere, 'NOT_DEPLOYED in another environment', brief(far));
      },
    ),
    lifeCheck(
      facts,
      ['P-48', 'left', 'an abort where nothing goes on leaves the unit as it is'],
      async (trial) => {
        const { start, aborted, status } = await left();
        trial.saw(start, aborted, status);
        expectState(trial, status, 'DEPLOYED', aborted);
      },
    ),
    lifeCheck(facts, ['P-48', 'removed', 'what a plan has removed is not deployed'], async (trial) => {
      const { start, status, component } = await gone();
      trial.saw(start, status, component);
      expectState(trial, status, 'NOT_DEPLOYED', start);
      if (succeeded(component)) expectState(trial, component, 'NOT_DEPLOYED', start);
    }),
  ];
}

/** What is deployed is found wherever the platform tells of it. */
function foundChecks(facts: Facts, { unit, there, gone }: LiveUnit): Check[] {
  return [
    lifeCheck(
      facts,
      ['P-49', 'listed', 'what is deployed is resolved, and its plans are listed'],
      async (trial) => {
        const { resolved, plans } = await there();
        trial.saw(resolved, plans);
        const content = listOf(at(bodyOf(resolved), 'content'));
        if (content.length === 0)
          trial.violated(
            { symptom: 'deployed and not resolved', expected: unit.id, actual: describeAnswer(resolved) },
            resolved,
          );
        if (listOf(at(bodyOf(plans), 'provisioningPlans')).length > 0) return;
        const expected = `a plan of ${unit.id}`;
        trial.violated({ symptom: 'plan not listed', expected, actual: describeAnswer(plans) }, plans);
      },
    ),
    lifeCheck(facts, ['P-49', 'planned', 'the plan is one of its environment'], async (trial) => {
      const { start } = await there();
      const { operation } = facts.cast.link(facts.cast.deploy, 'plan');
      const plan = await askFor(facts, operation, 'the plan of the unit', {
        about: [tokenOf(start)],
      });
      trial.saw(start, plan);
      const told = at(bodyOf(plan), 'environment');
      if (succeeded(plan) && told === unit.environment) return;
      const actual = succeeded(plan) ? brief(told) : describeAnswer(plan);
      trial.violated({ symptom: 'another environment', expected: unit.environment, actual }, plan, start);
    }),
    lifeCheck(facts, ['P-49', 'unlisted', 'what was removed is resolved no more'], async (trial) => {
      const { resolved } = await gone();
      trial.saw(resolved);
      if (listOf(at(bodyOf(resolved), 'content')).length === 0 && statusOf(resolved) < 500) return;
      const symptom = 'removed and resolved';
      trial.violated({ symptom, expected: 'nothing', actual: describeAnswer(resolved) }, resolved);
    }),
  ];
}

/** Version 1 brings all components of a descriptor to a state; version 2 tells which. */
function wholeCheck(facts: Facts): Check {
  const { deploy } = facts.cast;
  const undeploy = facts.cast.link(deploy, 'remove').operation;
  const title = `${deploy}: what is deployed is deployed, and what is undeployed is not`;
  return facts.run.check('P-48', { of: deploy, title, operation: deploy }, async (trial) => {
    const unit = unitOf(facts, 'whole');
    const { descriptor } = unit;
    const told = at(readYaml(descriptor), 'environment');
    const environment = typeof told === 'string' ? told : unit.environment;
    for (const [operation, state] of [
      [deploy, 'DEPLOYED'],
      [undeploy, 'NOT_DEPLOYED'],
    ] as const) {
      const begun = await facts.run.tasks.start(operation, { descriptor }, `${operation} of a whole unit`);
      const ended = await facts.run.tasks.finish(begun).catch(() => undefined);
      if (ended?.state !== 'COMPLETED')
        throw new NotTestable(`the built-in deployment unit could not be brought to ${state} here`);
      const status = await statusIn(facts, unit, `status after ${operation}`, environment);
      trial.saw(begun.exchange, status);
      expectState(trial, status, state, begun.exchange);
    }
  });
}

function expectState(trial: Trial, exchange: Exchange, wanted: string, start: Exchange): void {
  const state = at(bodyOf(exchange), 'status');
  if (state !== wanted) tellState(trial, exchange, wanted, describeAnswer(exchange), start);
}

function tellState(
  trial: Trial,
  exchange: Exchange,
  expected: string,
  actual: string,
  ...more: readonly Exchange[]
): void {
  trial.violated({ symptom: 'another state than the plan has brought', expected, actual }, exchange, ...more);
}
