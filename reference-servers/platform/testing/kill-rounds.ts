import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseOptions } from '../src/storage/database.ts';
import { HANGS_AFTER_MS } from './limits.ts';
import { startPostgres } from './postgres.ts';
import { kill, type Process, startProcess } from './process.ts';

/** How often and where to kill. */
export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Processes on one PostgreSQL server; an embedded database on disk when absent. */
  readonly processes?: number;
  readonly onRound?: (line: string) => void;
}

/** What runs while a process is killed. */
export interface KilledWork<T> {
  /** Longest time between the start of the work and the kill, in milliseconds: about as long as the work takes. */
  readonly longestMs: number;
  /** Called once, with the address of a process. */
  prepare(origin: string): Promise<void>;
  /** Starts the work of a round; rejects when nothing was acknowledged. */
  start(origin: string, round: number): Promise<T>;
  /** The violated invariants after the restart; `started` is undefined when nothing was acknowledged. */
  followUp(origin: string, round: number, started: T | undefined): Promise<readonly string[]>;
  /** The violated invariants in the database, after every process was killed. */
  inspect?(database: DatabaseOptions): Promise<readonly string[]>;
}

/** The results; `problems` is empty when every invariant held. */
export interface KillReport {
  readonly rounds: number;
  /** Rounds whose work was acknowledged before the kill. */
  readonly acknowledged: number;
  readonly problems: readonly string[];
}

/** How long a process goes without a heartbeat before others take over, in milliseconds. */
const SILENT_MS = 1_500;

/** Kills a process of the platform at random moments of some work, restarts it, and checks what becomes of the work. */
export async function killRounds<T>(
  { kills, seed, processes, onRound = () => {} }: KillOptions,
  work: KilledWork<T>,
): Promise<KillReport> {
  const random = createRandom(seed);
  const postgres = processes === undefined ? undefined : await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'tessera-kill-'));
  const dataDir = join(folder, 'data');
  const storage = postgres === undefined ? ['--data', dataDir] : ['--database-url', postgres.url];
  const start = (): Promise<Process> =>
    startProcess(['--silent-ms', String(SILENT_MS), '--call-ms', String(HANGS_AFTER_MS), ...storage]);
  const problems: string[] = [];
  let acknowledged = 0;
  let running: Process[] = [];
  try {
    running = await Promise.all(Array.from({ length: processes ?? 1 }, start));
    await work.prepare(running[0]?.origin ?? '');
    for (let round = 0; round < kills; round += 1) {
      const victim = Math.floor(random() * running.length);
      const wait = Math.floor(random() * work.longestMs);
      const target = running[Math.floor(random() * running.length)];
      const starting = work.start(target?.origin ?? '', round).catch(() => undefined);
      // Every other round tests acknowledged work; the others can kill while work is being stored.
      if (round % 2 === 0) await starting;
      await new Promise((resolve) => setTimeout(resolve, wait));
      await kill(running[victim]);
      const started = await starting;
      running = await Promise.all(running.map((one, index) => (index === victim ? start() : one)));
      if (started !== undefined) acknowledged += 1;
      const found = await work.followUp(running[victim]?.origin ?? '', round, started);
      problems.push(...found.map((problem) => `round ${round} (killed after ${wait} ms): ${problem}`));
      onRound(
        `${round + 1}/${kills} killed after ${String(wait).padStart(3)} ms: ${found.join('; ') || 'ok'}`,
      );
    }
    for (const one of running) await kill(one);
    const database = postgres === undefined ? { dataDir } : { url: postgres.url };
    problems.push(...((await work.inspect?.(database)) ?? []));
  } finally {
    for (const one of running) await kill(one);
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { rounds: kills, acknowledged, problems };
}

/** A small random generator (mulberry32): the same seed kills at the same moments. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
