import { LONGEST_TIMER_MS } from './runtime.ts';

/** A timer of Node: a process lives as long as one of them is held. */
interface NodeTimer {
  ref(): void;
  unref(): void;
}

/**
 * What is to run, and when. Setting and clearing a timer of its own for every call costs more than the rest of our layer,
 * so all of them share one, which stays set when the calls are over.
 */
const alarms = new Map<object, { readonly due: number; run(): void }>();
let timer: ReturnType<typeof setTimeout> | undefined;
let rings = Infinity;

/** Runs something after a number of milliseconds; answers with what takes it back. */
export function setAlarm(milliseconds: number, run: () => void): () => void {
  const alarm = { due: performance.now() + milliseconds, run };
  alarms.set(alarm, alarm);
  ringAt(alarm.due);
  if (alarms.size === 1) held().ref?.();
  return () => {
    alarms.delete(alarm);
    // A timer for nothing must not keep the process alive.
    if (alarms.size === 0) held().unref?.();
  };
}

function held(): Partial<NodeTimer> {
  return Object(timer);
}

function ringAt(due: number): void {
  if (due >= rings) return;
  rings = due;
  clearTimeout(timer);
  timer = setTimeout(ring, Math.min(due - performance.now(), LONGEST_TIMER_MS));
}

function ring(): void {
  rings = Infinity;
  const now = performance.now();
  for (const alarm of alarms.values()) {
    if (alarm.due > now) ringAt(alarm.due);
    else if (alarms.delete(alarm)) alarm.run();
  }
}

declare const process: { getBuiltinModule(name: 'events'): NodeEvents };

interface NodeEvents {
  setMaxListeners(count: number, signal: AbortSignal): void;
}

/** Node warns of a leak when a signal has more than ten listeners; any number of calls may share one. */
export function allowManyListeners(signal: AbortSignal | undefined): void {
  if (signal) process.getBuiltinModule('events').setMaxListeners(0, signal);
}

/** How many ids start with the same random digits; making each one anew costs more than the rest of our layer. */
const IDS_IN_A_ROW = 2 ** 16;

let start = '';
let count = 0;

/** A new UUID; 106 of its bits are random, the others count. */
export function newUuid(): string {
  if (count % IDS_IN_A_ROW === 0) start = crypto.randomUUID().slice(0, -4);
  count += 1;
  return start + (IDS_IN_A_ROW + (count % IDS_IN_A_ROW)).toString(16).slice(1);
}
