import type { GovernanceHandlers } from '@tessera/contracts/handlers/governance';
import { governance } from '@tessera/contracts/operations/governance';
import { governanceSchemas } from '@tessera/contracts/schemas/governance';
import { type HandlerContext, type Mount, readContract } from '@tessera/reference-servers/harness';
import type { Context } from '../context.ts';
import type { Workflow } from '../engine/engine.ts';
import type { Engines } from './engines/engine.ts';
import { openEngines } from './engines/engines.ts';
import { createEntities } from './entities/handlers.ts';
import { createEvaluations } from './evaluation/handlers.ts';
import { createPushes } from './evaluation/pushes.ts';
import { runEvaluation } from './evaluation/run-evaluation.ts';
import { createResourceTypes } from './resource-types/handlers.ts';
import { createResources } from './resources/handlers.ts';
import { createSchedules } from './schedule/handlers.ts';
import { keepSchedule } from './schedule/keep-schedule.ts';
import { createStatistics } from './statistics/handlers.ts';

/** Computational governance: its API, and the workflow behind evaluations. */
export interface Governance {
  readonly mount: Mount;
  readonly workflows: Readonly<Record<string, Workflow>>;
  readonly engines: Engines;
  /** Starts running scheduled evaluations, once the engine runs. */
  start(onError: (message: string) => void): void;
  /** Starts no further evaluations. */
  stop(): Promise<void>;
  /** Closes the engines, once no evaluation runs. */
  close(): Promise<void>;
}

/** Assembles computational governance. */
export function createGovernance(context: Context): Governance {
  const { engines, cue, close } = openEngines(context);
  const handlers: GovernanceHandlers<HandlerContext> = {
    ...createEntities(context, cue),
    ...createEvaluations(context),
    ...createPushes(context),
    ...createResourceTypes(context),
    ...createResources(context),
    ...createSchedules(context),
    ...createStatistics(context),
  };
  let stop = async (): Promise<void> => {};
  return {
    engines,
    mount: { contract: readContract(governance, governanceSchemas), handlers },
    workflows: { evaluation: (durable, id) => runEvaluation(context, engines, durable, id) },
    start: (onError) => {
      stop = keepSchedule(context, onError);
    },
    stop: () => stop(),
    close,
  };
}
