import { readFileSync } from 'node:fs';
import { nextRun } from '@tessera/client/cron';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../src/storage/database.ts';
import type { Tables } from '../src/storage/tables.ts';
import { fillSchedule } from './fill-schedule.ts';
import { startPostgres } from './postgres.ts';
import { kill, type Process, startProcess } from './process.ts';

/** How late scheduled runs of several processes start. */
export interface ScheduleNumbers {
  readonly entities: number;
  /** Runs that were due while the measurement ran. */
  readonly due: number;
  /** Runs that were started twice, or not at all. */
  readonly wrong: number;
  /** Time between the second of a run and its start: the 95th percentile and the maximum, in milliseconds. */
  readonly lateMs: { readonly most: number; readonly longest: number };
  /** CPU time of all processes for each run; other work on the machine does not affect it. */
  readonly cpuMsPerRun: number;
}

const PROCESSES = 3;

/** Each policy is due every ten minutes, at a second that few others have. */
const MINUTES = 10;

/**
 * Measures when the due runs of many policies start, with three processes on PostgreSQL.
 * @throws Error when PostgreSQL is not installed
 */
export async function benchSchedule(entities: number, seconds: number): Promise<ScheduleNumbers> {
  const server = await startPostgres();
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, () => startProcess(['--database-url', server.url])),
  );
  const { db, close } = await openDatabase({ url: server.url });
  const crons = Array.from({ length: entities }, (_, index) => cronAt(index % (MINUTES * 60)));
  await fillSchedule(db, crons, new Date());
  // What was due while the rows were stored could not start in time.
  const from = new Date();
  const until = new Date(Date.now() + seconds * 1000);
  const cpuBefore = cpuMsOf(processes);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 5_000));
  const starts = await readStarts(db);
  const cpuMs = cpuMsOf(processes) - cpuBefore;
  for (const one of processes) await kill(one);
  await close();
  await server.stop();
  const compared = compare(crons, starts, { from, until });
  return { ...compared, cpuMsPerRun: Math.round((cpuMs / compared.due) * 10) / 10 };
}

/** The length of a tick of the clock of processes on Linux, in milliseconds. */
const TICK_MS = 10;

/** CPU time that processes have used, in milliseconds. */
function cpuMsOf(processes: readonly Process[]): number {
  const times = processes.map(({ child }) => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // Fields 14 and 15: the time in user mode and in the kernel.
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  });
  return times.reduce((sum, ms) => sum + ms, 0);
}

function cronAt(second: number): string {
  const first = Math.floor(second / 60);
  const minutes = Array.from({ length: 60 / MINUTES }, (_, index) => first + index * MINUTES);
  return `${second % 60} ${minutes.join(',')} * * * ?`;
}

interface Start {
  readonly entity: string;
  /** When its evaluation began. */
  readonly at: Date;
}

async function readStarts(db: Kysely<Tables>): Promise<Start[]> {
  const { rows } = await sql<{ entity: string; at: string }>`
    select report.demand ->> 'entityId' as entity, workflow.created_at as at
    from evaluation_report as report
    join dbos.workflow_status as workflow on workflow.workflow_uuid = report.id`.execute(db);
  return rows.map(({ entity, at }) => ({ entity, at: new Date(Number(at)) }));
}

/** Looks for the start of each run that was due in a period. */
function compare(
  crons: readonly string[],
  starts: readonly Start[],
  { from, until }: { readonly from: Date; readonly until: Date },
): Omit<ScheduleNumbers, 'cpuMsPerRun'> {
  const startsOf = new Map<string, Date[]>();
  for (const { entity, at } of starts) startsOf.set(entity, [...(startsOf.get(entity) ?? []), at]);
  const late: number[] = [];
  let wrong = 0;
  for (const [index, cron] of crons.entries()) {
    const due = nextRun(cron, from);
    const [start, ...more] = startsOf.get(`scheduled-${index}`) ?? [];
    const isDue = due !== undefined && due <= until;
    if (isDue && start !== undefined) late.push(start.getTime() - due.getTime());
    if (more.length > 0 || (isDue && start === undefined)) wrong += 1;
  }
  const sorted = late.toSorted((a, b) => a - b);
  return {
    entities: crons.length,
    due: late.length,
    wrong,
    lateMs: { most: sorted[Math.floor((sorted.length - 1) * 0.95)] ?? 0, longest: sorted.at(-1) ?? 0 },
  };
}
