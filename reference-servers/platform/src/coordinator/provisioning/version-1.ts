import type { CoordinatorV1Handlers } from '@tessera/contracts/handlers/coordinator-v1';
import type { DeploymentRequest } from '@tessera/contracts/types/coordinator-v1';
import { type HandlerContext, Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { readUnit } from '../../descriptor/read-unit.ts';
import { startProvisioning } from './start-provisioning.ts';

/** The deprecated operations: they request one state for every component, in the environment of the descriptor. */
export function createDeployments(
  context: Context,
): Pick<CoordinatorV1Handlers<HandlerContext>, 'deploy' | 'undeploy'> {
  const provision = async (
    { descriptor, removeData }: DeploymentRequest,
    targetStatus: 'DEPLOYED' | 'NOT_DEPLOYED',
    { headers: { traceparent } }: HandlerContext,
  ) => {
    const { unit, problem } = readUnit(descriptor);
    if (unit === undefined)
      throw new Problem('COR_PARSE_DESCR_1', { problem }, { inputErrorField: 'descriptor' });
    const token = await startProvisioning(context, {
      unitId: unit.id,
      environment: unit.environment,
      request: {
        descriptor,
        targetStatus: unit.components.map(({ id }) => ({ componentId: id, targetStatus })),
        removeData: removeData === true,
        preventRedeploy: false,
      },
      autofill: true,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    });
    return { status: 202, body: token } as const;
  };
  return {
    deploy: ({ body }, context) => provision(body, 'DEPLOYED', context),
    undeploy: ({ body }, context) => provision(body, 'NOT_DEPLOYED', context),
  };
}
