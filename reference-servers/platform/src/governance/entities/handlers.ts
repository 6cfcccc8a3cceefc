import type { GovernanceHandlers } from '@tessera/contracts/handlers/governance';
import type { Context } from '../../context.ts';
import type { Cue } from '../engines/cue.ts';
import { createEntity, moveEntity, patchEntity, updateEntity } from './change-entity.ts';
import { viewMetric, viewPolicy } from './entity-store.ts';

type Entities = Pick<
  GovernanceHandlers,
  | 'createPolicy'
  | 'updatePolicy'
  | 'patchPolicy'
  | 'updatePolicyStatus'
  | 'createMetric'
  | 'updateMetric'
  | 'patchMetric'
  | 'updateMetricStatus'
>;

/** The operations that define policies and metrics. */
export function createEntities(context: Context, cue: Cue): Entities {
  return {
    createPolicy: async ({ body }) => ({
      status: 201,
      body: viewPolicy(await createEntity(context, 'policy', body)),
    }),
    updatePolicy: async ({ path, body }) => ({
      status: 200,
      body: viewPolicy(await updateEntity(context, cue, 'policy', path.id, body)),
    }),
    patchPolicy: async ({ path, body }) => ({
      status: 200,
      body: viewPolicy(await patchEntity(context, cue, 'policy', path.id, body)),
    }),
    updatePolicyStatus: async ({ path, body }) => ({
      status: 200,
      body: viewPolicy(await moveEntity(context, cue, 'policy', path.id, body.status)),
    }),
    createMetric: async ({ body }) => ({
      status: 201,
      body: viewMetric(await createEntity(context, 'metric', body)),
    }),
    updateMetric: async ({ path, body }) => ({
      status: 200,
      body: viewMetric(await updateEntity(context, cue, 'metric', path.id, body)),
    }),
    patchMetric: async ({ path, body }) => ({
      status: 200,
      body: viewMetric(await patchEntity(context, cue, 'metric', path.id, body)),
    }),
    updateMetricStatus: async ({ path, body }) => ({
      status: 200,
      body: viewMetric(await moveEntity(context, cue, 'metric', path.id, body.status)),
    }),
  };
}
