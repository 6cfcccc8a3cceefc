import { type Builder, createBuilder } from '@tessera/client/builder';
import { type CoordinatorV1, createCoordinatorV1 } from '@tessera/client/coordinator-v1';
import { type CoordinatorV2, createCoordinatorV2 } from '@tessera/client/coordinator-v2';
import { createGovernance, type Governance } from '@tessera/client/governance';
import { builderPrefix } from '@tessera/contracts/calls/builder';
import { coordinatorV1Prefix } from '@tessera/contracts/calls/coordinator-v1';
import { coordinatorV2Prefix } from '@tessera/contracts/calls/coordinator-v2';
import { governancePrefix } from '@tessera/contracts/calls/governance';
import { readToken } from '../../shared/platform-token.ts';
import { createOwnRoutes, type OwnRoutes } from './own-routes.ts';

/** The clients of the console. */
export interface PlatformApi {
  readonly v1: CoordinatorV1;
  readonly v2: CoordinatorV2;
  readonly builder: Builder;
  readonly governance: Governance;
  readonly own: OwnRoutes;
}

/** An evaluation of one policy takes a moment, and a person waits for it; in milliseconds. */
const EVALUATION_PACE = { initial: 100, longest: 1_000 };

/** Makes the clients of the platform at an origin. */
export function connect(origin: string): PlatformApi {
  const at = (prefix: string) => ({ baseUrl: origin + prefix, token: readToken });
  return {
    v1: createCoordinatorV1(at(coordinatorV1Prefix)),
    v2: createCoordinatorV2(at(coordinatorV2Prefix)),
    builder: createBuilder(at(builderPrefix)),
    governance: createGovernance({ ...at(governancePrefix), poll: EVALUATION_PACE }),
    own: createOwnRoutes(origin, readToken),
  };
}
