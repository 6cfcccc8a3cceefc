import type { CoordinatorV1Handlers } from '@tessera/contracts/handlers/coordinator-v1';
import type { CoordinatorV2Handlers } from '@tessera/contracts/handlers/coordinator-v2';
import { coordinatorV1 } from '@tessera/contracts/operations/coordinator-v1';
import { coordinatorV2 } from '@tessera/contracts/operations/coordinator-v2';
import { coordinatorV1Schemas } from '@tessera/contracts/schemas/coordinator-v1';
import { coordinatorV2Schemas } from '@tessera/contracts/schemas/coordinator-v2';
import { type HandlerContext, type Mount, readContract } from '@tessera/reference-servers/harness';
import { approvalWork } from '../builder/approval-work.ts';
import type { Context } from '../context.ts';
import type { Workflow } from '../engine/engine.ts';
import type { Engines } from '../governance/engines/engine.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import { accessWork } from './access/access-work.ts';
import { createAccess } from './access/handlers.ts';
import { createPlans } from './plans/handlers.ts';
import { runPlan } from './plans/run-plan.ts';
import { endProvisioning } from './provisioning/end-provisioning.ts';
import { createProvisioning } from './provisioning/handlers.ts';
import { createDeployments } from './provisioning/version-1.ts';
import { createRegistry } from './registry/handlers.ts';
import { createResources } from './resources/handlers.ts';
import { createReverse } from './reverse/handlers.ts';
import { reverseWork } from './reverse/reverse-work.ts';
import { createSystem } from './system/handlers.ts';
import { componentWork } from './tasks/component-work.ts';
import { createTaskRunner } from './tasks/run-task.ts';
import type { Works } from './tasks/task-work.ts';
import { catalogWork, marketplaceWork, systemWork } from './tasks/unit-work.ts';
import { createUnits } from './units/handlers.ts';
import { gatewayWork } from './validation/gateway-work.ts';
import { createValidation } from './validation/handlers.ts';
import { policyWork } from './validation/policy-work.ts';
import { internalWork, remoteWork } from './validation/validation-work.ts';

/** The coordinator: both versions of its API, and the workflows behind them. */
export interface Coordinator {
  readonly mounts: readonly Mount[];
  readonly workflows: Readonly<Record<string, Workflow>>;
}

/** Puts the coordinator together. */
export function createCoordinator(context: Context, engines: Engines): Coordinator {
  const works: Works = {
    VALIDATION: internalWork(context),
    POLICY_VALIDATE_DATAPRODUCT: policyWork(context, engines),
    POLICY_VALIDATE_COMPONENT: policyWork(context, engines),
    VALIDATE_COMPONENT: remoteWork(context),
    VALIDATE_DATAPRODUCT: remoteWork(context),
    VALIDATE_DATAPRODUCT_CATALOG: remoteWork(context),
    VALIDATION_GATEWAY: gatewayWork(context),
    PROVISION: componentWork(context, 'provision'),
    UNPROVISION: componentWork(context, 'unprovision'),
    PROVISION_DATAPRODUCT: systemWork(context, 'provision'),
    UNPROVISION_DATAPRODUCT: systemWork(context, 'unprovision'),
    PROVISION_DATAPRODUCT_CATALOG: catalogWork(context, 'provision'),
    UNPROVISION_DATAPRODUCT_CATALOG: catalogWork(context, 'unprovision'),
    MARKETPLACE_UPDATE: marketplaceWork(context),
    APPROVAL: approvalWork(context),
    UPDATEACL: accessWork(context),
    REVERSE_PROVISIONING: reverseWork(context),
    NOP: { start: async () => ({ state: 'COMPLETED' }) },
  };
  const tasks = createTaskRunner(context, works);
  const { validateDescriptor, ...validation } = createValidation(context);
  const version2: CoordinatorV2Handlers<HandlerContext> = {
    ...validation,
    ...createRegistry(context),
    ...createProvisioning(context),
    ...createUnits(context),
  };
  const version1: CoordinatorV1Handlers<HandlerContext> = {
    validateDescriptor,
    ...createPlans(context),
    ...createDeployments(context),
    ...createAccess(context),
    ...createReverse(context),
    ...createResources(context),
    ...createSystem(context),
  };
  return {
    mounts: [
      { contract: readContract(coordinatorV2, coordinatorV2Schemas), handlers: version2 },
      {
        contract: readContract(coordinatorV1, coordinatorV1Schemas),
        handlers: version1,
      },
    ],
    workflows: {
      plan: (durable, id) => runPlan(context, { tasks, onEnd: endProvisioning }, durable, id),
      task: tasks.run,
      notification: (durable, id) => sendNotification(context, durable, id),
    },
  };
}
