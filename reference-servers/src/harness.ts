export { type Config, type Help, type Information, readConfig } from './config.ts';
export { isOrigin } from './harness/allow-origin.ts';
export type { Authenticate, HandlerContext } from './harness/bind.ts';
export { type Contract, readContract } from './harness/contract.ts';
export { createServer, type ServerOptions } from './harness/create-server.ts';
export { isLoopbackHost } from './harness/known-hosts.ts';
export { MAX_REQUESTS } from './harness/limit-requests.ts';
export { listenAt, STOP_SIGNALS } from './harness/listen.ts';
export { baseOf, documentPathsOf, type Mount } from './harness/mount.ts';
export { CatalogError, Problem } from './harness/problem.ts';
export {
  type AddressRules,
  createGuardedLookup,
  findAddressProblem,
} from './kit/decisions/decision-address.ts';
export { createLogger, LOG_LEVELS, type LogLevel } from './observability/logger.ts';
export { OBSERVED_PATHS, type Observation, observe } from './observability/observe.ts';
export { outliveReader, standardError } from './observability/standard-error.ts';
export { type Clock, createManualClock, type ManualClock, systemClock } from './runtime/clock.ts';
export { createSequentialIds, type Ids, randomIds } from './runtime/ids.ts';
export { describePlaces, type Prepared, prepare } from './serve.ts';
export { ALL } from './settings.ts';
export { reasonOf } from './system-error.ts';
export { UsageError } from './usage-error.ts';
