export {
  createTechAdapter,
  createTechAdapterServer,
  type TechAdapterOptions,
} from './extension-points/tech-adapter.ts';
export type { HandlerContext } from './harness/bind.ts';
export { type Contract, readContract } from './harness/contract.ts';
export { createServer, type ServerOptions } from './harness/create-server.ts';
export type { Mount } from './harness/mount.ts';
export { Problem } from './harness/problem.ts';
export { createManualClock, type ManualClock } from './runtime/clock.ts';
export { createSequentialIds } from './runtime/ids.ts';
