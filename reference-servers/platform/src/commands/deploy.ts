import { createCoordinatorV1, createCoordinatorV2 } from '@tessera/client';
import { coordinatorV2 } from '@tessera/contracts/operations/coordinator-v2';
import { toYaml } from '../descriptor/enrich.ts';
import { explain } from './explain-failure.ts';
import { followPlan } from './follow-plan.ts';
import { givenUnit, provisioningOf } from './given-unit.ts';
import { JourneyFailed } from './journey-failed.ts';

/** Flags of the command `deploy`, as the argument parser names them. */
export interface DeployFlags {
  readonly platform: string;
  readonly descriptor?: string;
  readonly environment?: string;
  readonly undeploy: boolean;
  readonly json?: boolean;
  readonly token?: string;
}

/**
 * Deploys all components of a data product on a running platform, or undeploys them with their data, and prints each
 * task as it changes; with `json`, prints the finished plan instead.
 * @throws UsageError for an invalid descriptor, when no platform answers, or when it refuses the request
 * @throws JourneyFailed when the plan failed
 */
export async function deploy(flags: DeployFlags): Promise<void> {
  const { platform, undeploy, json = false, token: secret } = flags;
  const print = json ? () => undefined : console.log;
  const { unit, environment } = await givenUnit(flags);
  const options = { baseUrl: platform + coordinatorV2.prefix, token: secret };
  const targetStatus = undeploy ? 'NOT_DEPLOYED' : 'DEPLOYED';
  const task = await createCoordinatorV2(options)
    .startProvisioning({
      path: { 'deployment-unit-id': unit.id },
      query: { environment },
      body: provisioningOf(unit, toYaml(unit.fields), targetStatus),
    })
    .catch((cause: unknown) => explain(cause, platform));
  const token = task.token ?? '';
  print(`${undeploy ? 'Undeploy' : 'Deploy'} ${unit.id} in ${environment}: plan ${token}`);
  if (await servesConsole(platform)) print(`See it at ${platform}/platform/#/plans/${token}`);
  const { status, tasks } = await followPlan(createCoordinatorV1(options), token, print);
  if (json) {
    const finished = {
      deploymentUnitId: unit.id,
      environment,
      targetStatus,
      token,
      status,
      tasks: tasks.map(({ id, name, status: of, result }) => ({ id, name, status: of, result })),
    };
    console.log(JSON.stringify(finished, undefined, 2));
  }
  if (status !== 'COMPLETED') throw new JourneyFailed('the plan failed');
}

/** A platform without a site has no console. */
async function servesConsole(platform: string): Promise<boolean> {
  const response = await fetch(`${platform}/platform/`, { method: 'HEAD' }).catch(() => undefined);
  return response?.ok === true;
}
