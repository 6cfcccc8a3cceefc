import type { AclInfo, Info } from '@tessera/contracts/types/tech-adapter';
import type { Component, Dependency } from '../kit/descriptors/component.ts';
import type { Target } from '../kit/descriptors/descriptor.ts';
import { readLatestInfo } from '../kit/descriptors/latest-info.ts';
import type { Work } from '../kit/handlers.ts';
import { type Task, TaskFailed } from '../kit/task.ts';
import type { Clock } from '../runtime/clock.ts';
import { type Change, locationOf, type Technology } from './technology.ts';

/** The output of a provisioning task. */
interface ProvisioningOutput {
  readonly result: string;
  readonly info: Info;
}

type Say = Task<ProvisioningOutput>['say'];

/** What all work on the technology needs. */
export interface Workshop {
  readonly technology: Technology;
  readonly clock: Clock;
  /** How long a task takes, in milliseconds; 0 does the work at once. */
  readonly taskMs: number;
}

/** Member of `specific` with which a descriptor makes its provisioning fail, to test failure handling. */
export const SIMULATED_FAILURE = 'simulatedFailure';

/** A step that changes the technology, and how to undo it. */
interface Step {
  readonly run: (say: Say) => void;
  readonly undo: (say: Say) => void;
}

/** Creates the resources of a target, or updates existing ones. */
export function provisionWork(
  shop: Workshop,
  target: Target,
  enriched: string | undefined,
): Work<ProvisioningOutput> {
  const { technology } = shop;
  const { environment, components, owner } = target;
  const steps = components.map((component): Step => {
    let change: Change = 'unchanged';
    let restore = (): void => {};
    return {
      run(say) {
        restore = technology.remember(environment, component.id, 'resource', 'data');
        sayMarks(say, component, ({ id }) => technology.find(environment, id) !== undefined);
        say('INFO', `Creating ${describe(component)}`, 'Applying');
        const failure = component.specific[SIMULATED_FAILURE];
        if (failure !== undefined) throw new TaskFailed(String(failure), { phase: 'Applying' });
        const applied = technology.apply(environment, component);
        change = applied.change;
        if (applied.foundData) say('INFO', `Found the data that was kept for ${component.id}`, 'Applying');
        say('INFO', `${describe(component)} ${SAID_OF_CHANGE[change]}`, 'Applying');
      },
      undo(say) {
        restore();
        if (change === 'created') say('WARNING', `Removed ${describe(component)} again`, 'Stopping');
        if (change === 'changed')
          say('WARNING', `Took the change of ${describe(component)} back`, 'Stopping');
      },
    };
  });
  return performing(
    shop,
    steps,
    (say) => {
      if (owner !== undefined) say('DEBUG', `${owner} owns ${target.systemId} and has access`, 'Granting');
      return { result: `${countOf(components)} provisioned.`, info: infoOf(shop, target) };
    },
    (say) => {
      say('INFO', `Preparing ${countOf(components)} of ${target.systemId}`, 'Preparing');
      if (typeof enriched === 'string') say('DEBUG', latestOperation(enriched, target), 'Preparing');
    },
  );
}

/** Removes the resources of a target; missing ones are ignored. */
export function unprovisionWork(
  shop: Workshop,
  target: Target,
  removeData: boolean,
): Work<ProvisioningOutput> {
  const { technology } = shop;
  const { environment, components } = target;
  const steps = components.map((component): Step => {
    let removed = false;
    let restore = (): void => {};
    return {
      run(say) {
        restore = technology.remember(environment, component.id, 'resource', 'access', 'data');
        say('INFO', `Removing ${describe(component)}`, 'Applying');
        removed = technology.remove(environment, component.id, removeData);
        const data = removeData ? 'its data is deleted' : 'its data is kept';
        if (removed) say('INFO', `${describe(component)} is removed, ${data}`, 'Applying');
        else say('WARNING', `${describe(component)} does not exist; nothing to remove`, 'Applying');
      },
      undo(say) {
        restore();
        if (removed) say('WARNING', `Created ${describe(component)} again`, 'Stopping');
      },
    };
  });
  return performing(
    shop,
    steps,
    () => ({
      result: `${countOf(components)} removed.`,
      info: { publicInfo: {}, privateInfo: { data: removeData ? 'deleted' : 'kept' } },
    }),
    (say) => say('INFO', `Preparing to remove ${countOf(components)}`, 'Preparing'),
  );
}

/** Gives access to exactly the identities in `refs`. */
export function accessWork(
  shop: Workshop,
  target: Target,
  refs: readonly string[],
): Work<ProvisioningOutput> {
  const { technology } = shop;
  const { environment, components } = target;
  const steps = components.map((component): Step => {
    let restore = (): void => {};
    return {
      run(say) {
        restore = technology.remember(environment, component.id, 'access');
        if (technology.find(environment, component.id) === undefined) {
          say(
            'WARNING',
            `${describe(component)} does not exist yet; the list applies once it does`,
            'Granting',
          );
        }
        const { granted, revoked } = technology.setAccess(environment, component.id, refs);
        for (const identity of granted) say('INFO', `${identity} has access`, 'Granting');
        for (const identity of revoked) say('INFO', `${identity} no longer has access`, 'Granting');
        if (granted.length + revoked.length === 0)
          say('INFO', 'Everybody on the list has access already', 'Granting');
      },
      undo(say) {
        restore();
        say('WARNING', 'Took the change of access back', 'Stopping');
      },
    };
  });
  return performing(
    shop,
    steps,
    () => {
      const { size } = new Set(refs);
      const result = size === 1 ? '1 identity has access.' : `${size} identities have access.`;
      return { result, info: infoOf(shop, target) };
    },
    (say) => say('INFO', 'Comparing the wanted with the present access', 'Preparing'),
  );
}

/** Runs the steps in order. When the task is stopped midway it undoes the finished steps, which takes time as well. */
function performing(
  { clock, taskMs }: Workshop,
  steps: readonly Step[],
  finish: (say: Say) => ProvisioningOutput,
  prepare: (say: Say) => void,
): Work<ProvisioningOutput> {
  const pause = Math.floor(taskMs / (steps.length + 2));
  const lastPause = taskMs - pause * (steps.length + 1);
  return async ({ signal, say }) => {
    const done: Step[] = [];
    try {
      prepare(say);
      if (pause > 0) await clock.sleep(pause, signal);
      for (const step of steps) {
        step.run(say);
        done.unshift(step);
        if (pause > 0) await clock.sleep(pause, signal);
      }
      if (lastPause > 0) await clock.sleep(lastPause, signal);
      return finish(say);
    } catch (thrown) {
      if (signal.aborted) {
        say('WARNING', 'Asked to stop', 'Stopping');
        await clock.sleep(pause);
        for (const step of done) step.undo(say);
      }
      throw thrown;
    }
  };
}

const SAID_OF_CHANGE = {
  created: 'has been created',
  changed: 'has been brought to what the descriptor says',
  unchanged: 'is as the descriptor says; nothing changed',
} as const;

/** Display names of the kinds of component. */
const LABELS: Readonly<Record<string, string>> = {
  storage: 'Storage',
  workload: 'Job',
  outputport: 'View',
  observability: 'Monitor',
};

function describe(component: Component): string {
  return `${(LABELS[component.kind.toLowerCase()] ?? 'Resource').toLowerCase()} ${locationOf(component)}`;
}

/** Information for users and dependent components. Provisioning the same target again returns the same values. */
function infoOf({ technology }: Workshop, { environment, components, owner }: Target): Info {
  const publicInfo: Record<string, unknown> = {};
  const outputs: Record<string, unknown> = {};
  const guardians: Record<string, unknown> = {};
  const identities = new Map<string, boolean>(owner === undefined ? [] : [[owner, true]]);
  for (const component of components) {
    const location = locationOf(component);
    const label = LABELS[component.kind.toLowerCase()] ?? 'Resource';
    publicInfo['location'] = { type: 'string', label, value: location };
    publicInfo['console'] = {
      type: 'string',
      label: 'Open in the console',
      value: component.name,
      href: `https://console.example.com/${component.kind}/${encodeURIComponent(location)}`,
    };
    outputs['location'] = { value: location };
    if (component.guardian !== undefined) guardians[component.id] = component.guardian;
    for (const ref of technology.accessOf(environment, component.id)) {
      if (!identities.has(ref)) identities.set(ref, false);
    }
  }
  const aclInfo = [...identities].map(([identity, locked]): AclInfo => ({ identity, locked }));
  const guarding = Object.keys(guardians).length === 0 ? {} : { guardians };
  return { publicInfo, privateInfo: { outputs, ...guarding }, aclInfo };
}

/** Adds the facts of the descriptor beyond the resource: dependencies, and whose data contracts are watched. */
function sayMarks(
  say: Say,
  { dependencies, watchedContract, guardian }: Component,
  exists: (dependency: Dependency) => boolean,
): void {
  for (const dependency of dependencies) {
    const { id, privateInfo } = dependency;
    if (privateInfo !== undefined) {
      say('DEBUG', `Builds on ${id}, which left ${JSON.stringify(privateInfo)}`, 'Preparing');
    } else if (!exists(dependency)) {
      say('WARNING', `Depends on ${id}, which was not provisioned before`, 'Preparing');
    }
  }
  if (watchedContract !== undefined) {
    const { ingestionMode = 'data at rest', onBrokenContract = 'nothing' } = watchedContract;
    say(
      'INFO',
      `Its data contract is watched by ${ingestionMode}; a breach means ${onBrokenContract}`,
      'Applying',
    );
  }
  for (const id of guardian?.guards ?? []) {
    const policy = guardian?.policyId === undefined ? 'no policy yet' : `the policy ${guardian.policyId}`;
    say('INFO', `Guards the data contract of ${id} and reports to ${policy}`, 'Applying');
  }
}

function latestOperation(enriched: string, target: Target): string {
  const { latestProvisioningOperation: latest } = readLatestInfo(enriched, target);
  if (latest === undefined) return 'The enriched descriptor names no latest operation';
  return `The latest operation was ${latest.operation}, which is ${latest.status}`;
}

/** A product request is about the system itself, which has no resources here; its components have their own requests. */
function countOf({ length }: readonly Component[]): string {
  return length === 1 ? '1 component' : `${length} components`;
}
