import { type Check, NotTestable, type Trial } from '../../suite/check.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from '../../suite/exchange.ts';
import { at, brief, listOf } from '../../suite/json.ts';
import { tokenOf } from '../../suite/tasks.ts';
import { readYaml } from '../../suite/yaml.ts';
import { askFor } from './ask.ts';
import type { Facts } from './facts.ts';
import { foundChecks } from './finding.ts';
import { expectFollowed } from './following.ts';
import { type LiveUnit, lifeCheck, liveUnit } from './live-unit.ts';
import { isOfAnother, statusIn, unitOf } from './units.ts';

/** The life cycle of a unit that is provisioned and removed again. */
export function provisioningChecks(facts: Facts): Check[] {
  return [...lifeChecks(facts), wholeCheck(facts)];
}

function lifeChecks(facts: Facts): Check[] {
  const lived = liveUnit(facts);
  return [
    endedCheck(facts, lived),
    ...deployedChecks(facts, lived),
    ...removedChecks(facts, lived),
    ...foundChecks(facts, lived),
  ];
}

function endedCheck(facts: Facts, { gone }: LiveUnit): Check {
  return lifeCheck(
    facts,
    ['P-36', 'ended', 'terminating a finished plan does not change it'],
    async (trial) => {
      const { start } = await gone();
      const token = tokenOf(start);
      const { cast } = facts;
      const ask = (id: string, label: string) => askFor(facts, id, label, { about: [token] });
      const stopped = await ask(cast.cancel(cast.start), 'terminate a finished plan');
      // The answer does not matter: the plan is read afterwards.
      await ask(cast.stop, 'terminate a finished plan, deprecated operation').catch(() => undefined);
      const plan = await ask(cast.poll(cast.start), 'the plan afterwards');
      const brieflyTold = await ask(cast.state, 'its state, deprecated operation');
      trial.saw(start, stopped, plan, brieflyTold);
      const state = at(bodyOf(plan), 'status');
      const older = at(bodyOf(brieflyTold), 'status');
      if (succeeded(brieflyTold) && older !== state)
        trial.wrongValue('two states of one plan', brief(state), older, brieflyTold, plan);
      if (succeeded(stopped) && state === 'COMPLETED') return;
      const actual = `${statusOf(stopped)}, then ${brief(state)}`;
      trial.violated(
        { symptom: 'terminated after it finished', expected: '202, then COMPLETED', actual },
        stopped,
        plan,
      );
    },
  );
}

/** The unit is in the state that its plans have reached. */
function deployedChecks(facts: Facts, lived: LiveUnit): Check[] {
  const { unit, there, left } = lived;
  return [
    lifeCheck(
      facts,
      ['P-48', 'deployed', 'a deployed unit is DEPLOYED in its environment'],
      async (trial) => {
        const { start, status, component, elsewhere, componentElsewhere, componentOfOther } = await there();
        trial.saw(start, status, component, elsewhere, componentElsewhere, componentOfOther);
        for (const [stray, where] of [
          [componentElsewhere, 'in another environment'],
          [componentOfOther, 'of another unit'],
        ] as const)
          if (at(bodyOf(stray), 'status') === 'DEPLOYED')
            tellState(trial, stray, `404 ${where}`, describeAnswer(stray));
        expectState(trial, status, 'DEPLOYED', start);
        tellPart(trial, unit, component);
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
      ['P-48', 'left', 'an abort without a running plan does not change the unit'],
      async (trial) => {
        const { start, aborted, status } = await left();
        trial.saw(start, aborted, status);
        expectState(trial, status, 'DEPLOYED', aborted);
      },
    ),
    lifeCheck(
      facts,
      ['P-48', 'described', 'the stored descriptor is the one that was sent'],
      async (trial) => {
        const { status } = await there();
        trial.saw(status);
        const details = at(bodyOf(status), 'provisioningDetails');
        const sent = readYaml(unit.descriptor);
        for (const [told, wanted] of [
          [at(details, 'descriptor', 'id'), at(sent, 'id')],
          [at(details, 'descriptorVersion'), at(sent, 'version')],
        ] as const)
          if (told !== undefined && typeof wanted === 'string' && told !== wanted)
            tellState(trial, status, brief(wanted), brief(told));
        const names = listOf(at(details, 'componentsStatus')).map((one) => at(one, 'componentId'));
        const stranger = names.find((one) => isOfAnother(facts, unit, String(one)));
        if (stranger !== undefined) tellState(trial, status, 'no component of another unit', brief(stranger));
        const other = unit.components.find(({ id }) => names.length > 0 && !names.includes(id));
        if (other !== undefined) tellState(trial, status, `${other.id} in the components`, brief(names));
      },
    ),
    partlyCheck(facts, lived),
  ];
}

function partlyCheck(facts: Facts, { partly }: LiveUnit): Check {
  return lifeCheck(
    facts,
    ['P-48', 'partly', 'a unit with one undeployed component is PARTIALLY_DEPLOYED'],
    async (trial) => {
      const { start, status, version } = await partly();
      trial.saw(start, status);
      expectState(trial, status, 'PARTIALLY_DEPLOYED', start);
      const details = at(bodyOf(status), 'provisioningDetails');
      const told = [at(details, 'descriptorVersion'), at(details, 'descriptor', 'version')];
      const other = told.find((one) => typeof one === 'string' && one !== version);
      if (typeof version !== 'string' || other === undefined) return;
      tellState(trial, status, `version ${version}, the last one provisioned`, brief(other), start);
    },
  );
}

/** The descriptor of a component is a part of its unit's descriptor. */
function tellPart(trial: Trial, { id }: LiveUnit['unit'], component: Exchange): void {
  const told = at(bodyOf(component), 'provisioningDetails', 'descriptor');
  if (at(told, 'id') !== id) return;
  tellState(trial, component, 'the part of the descriptor for the component', brief(told));
}

function removedChecks(facts: Facts, lived: LiveUnit): Check[] {
  const { removable, gone } = lived;
  return [
    switchesCheck(facts, lived),
    removalOrderCheck(facts, lived),
    lifeCheck(facts, ['P-46', 'deployed', 'undeploying a deployed unit removes it'], async (trial) => {
      const { preview } = await removable();
      trial.saw(preview);
      if (!succeeded(preview)) throw new NotTestable(`the preview returned ${describeAnswer(preview)}`);
      const operations = listOf(at(bodyOf(preview), 'operations'));
      // The request does not ask to remove the data.
      const other = operations.find(
        (one) => at(one, 'action') !== 'UNDEPLOY' || at(one, 'targetStatus') !== 'NOT_DEPLOYED',
      );
      if (other === undefined) return;
      trial.wrongValue('wrong removal', 'UNDEPLOY to NOT_DEPLOYED for every component', other, preview);
    }),
    lifeCheck(facts, ['P-48', 'removed', 'an undeployed unit is NOT_DEPLOYED'], async (trial) => {
      const { start, status, component } = await gone();
      trial.saw(start, status, component);
      expectState(trial, status, 'NOT_DEPLOYED', start);
      if (succeeded(component)) expectState(trial, component, 'NOT_DEPLOYED', start);
    }),
  ];
}

/** The options besides the states decide which operations are performed. */
function switchesCheck(facts: Facts, { removable }: LiveUnit): Check {
  const title = 'a preview does what was requested: with the data, in this environment only, or no action';
  return lifeCheck(facts, ['P-46', 'switches', title], async (trial) => {
    const { withData, again, far } = await removable();
    trial.saw(withData, again, far);
    const actionsOf = (preview: Exchange) =>
      listOf(at(bodyOf(preview), 'operations')).map((one) => at(one, 'action'));
    const tell = (expected: string, preview: Exchange) =>
      trial.wrongValue('request ignored', expected, actionsOf(preview), preview);
    // Not every component has data.
    const isGone = actionsOf(withData).includes('UNDEPLOY_AND_REMOVE_DATA');
    if (succeeded(withData) && !isGone) tell('UNDEPLOY_AND_REMOVE_DATA', withData);
    // Components without operations may be omitted; a platform may reject an unconfigured environment.
    for (const preview of [far, again])
      if (succeeded(preview) && actionsOf(preview).some((one) => one !== 'NO_ACTION'))
        tell('NO_ACTION for every component', preview);
  });
}

/** In the reverse order of provisioning. */
function removalOrderCheck(facts: Facts, { unit, removable }: LiveUnit): Check {
  const title = 'a component is undeployed before its dependencies';
  return lifeCheck(facts, ['P-45', 'removal', title], async (trial) => {
    const { preview } = await removable();
    trial.saw(preview);
    const names = listOf(at(bodyOf(preview), 'operations')).map((one) => String(at(one, 'componentId')));
    const isLate = (id: string, need: string) =>
      names.includes(need) && names.indexOf(id) > names.indexOf(need);
    const late = unit.components.find(({ id, needs }) => needs.some((need) => isLate(id, need)));
    if (late === undefined) return;
    const expected = `${late.id} before ${late.needs.join(', ')}`;
    trial.violated({ symptom: 'order of the removal', expected, actual: names.join(', ') }, preview);
  });
}

/** Version 1 brings all components of a descriptor to one state; version 2 lists them. */
function wholeCheck(facts: Facts): Check {
  const { deploy } = facts.cast;
  const undeploy = facts.cast.link(deploy, 'remove').operation;
  const title = `${deploy}: a deployed unit is DEPLOYED, and an undeployed one is not`;
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
        throw new NotTestable(`the built-in deployment unit could not reach ${state}`);
      const status = await statusIn(facts, unit, `status after ${operation}`, environment);
      trial.saw(begun.exchange, status);
      expectState(trial, status, state, begun.exchange);
    }
    await expectFollowed(facts, trial, unit.id);
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
  trial.violated({ symptom: 'state differs from the plan', expected, actual }, exchange, ...more);
}
