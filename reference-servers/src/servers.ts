import { apis } from '@tessera/contracts/apis';
import { createTechAdapter } from './extension-points/tech-adapter.ts';
import type { Mount } from './harness/mount.ts';

/** What the command line can say about a server; each server takes what concerns it. */
export interface ServerSettings {
  readonly mode: 'sync' | 'async';
  /** How long a task takes, in milliseconds. */
  readonly taskMs: number;
  /** False for a server that cannot stop a running task. */
  readonly termination: boolean;
  /** Path under which it is served; that of the contract when absent. */
  readonly prefix?: string;
}

/** A server that can be started by its name. */
export interface ServerEntry {
  readonly id: string;
  readonly title: string;
  /** Port when it runs alone. */
  readonly port: number;
  readonly create: (settings: ServerSettings) => Mount;
}

const CREATE: Readonly<Record<string, { port: number; create: ServerEntry['create'] }>> = {
  'tech-adapter': {
    port: 4401,
    create: ({ mode, taskMs, termination, prefix }) =>
      createTechAdapter({
        mode,
        taskMs,
        ...(termination ? {} : { without: ['termination'] }),
        ...(prefix === undefined ? {} : { prefix }),
      }),
  },
};

/** Every reference server, in the order of the contracts. */
export const servers: readonly ServerEntry[] = apis.flatMap(({ id, title }) => {
  const entry = CREATE[id];
  return entry === undefined ? [] : [{ id, title, ...entry }];
});
