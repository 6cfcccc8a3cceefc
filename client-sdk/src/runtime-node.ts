export { codeOf, isUnsent, readText } from './runtime.ts';

declare const process: { getBuiltinModule(name: 'events'): NodeEvents };

interface NodeEvents {
  setMaxListeners(count: number, signal: AbortSignal): void;
}

/** Node warns of a leak when a signal has more than ten listeners; any number of calls may share one. */
export function allowManyListeners(signal: AbortSignal | undefined): void {
  if (signal) process.getBuiltinModule('events').setMaxListeners(0, signal);
}
