import type { ApprovalRequest, HookDecision, HookUpdate } from '@tessera/contracts/types/remote-request-hook';
import type { HandlerContext } from '../harness/bind.ts';
import type { SendDecision } from '../kit/decisions/send-decision.ts';
import type { Clock } from '../runtime/clock.ts';
import { KEEP_FINISHED_FOR, MOST_FINISHED } from '../runtime/finished-tasks.ts';
import type { Ids } from '../runtime/ids.ts';
import { sizeOf } from '../runtime/size-of.ts';
import { createMemoryStore } from '../runtime/store.ts';
import { createTaskRuns } from '../runtime/task-runs.ts';
import { COLLECTION_BYTES } from './memory-store.ts';

/** A request that a person or a rule decides. */
export interface Approval {
  readonly id: string;
  readonly respondToUrl: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly askedAt: Date;
  readonly state: ApprovalState;
  /** Absent while it waits. */
  readonly decision?: HookUpdate;
  /** Errors of sending the decision, one text per attempt. */
  readonly problems: readonly string[];
}

/** `waiting` for a decision, `sending` it, then one of the other states permanently. */
export type ApprovalState = 'waiting' | 'sending' | 'taken' | 'too late' | 'failed';

/** All requests for approval. */
export interface Approvals {
  /** Accepts a request; the same request id again is the same approval. */
  take(requestId: string, request: ApprovalRequest, log: HandlerContext['log']): Approval;
  find(id: string): Approval | undefined;
  /** Oldest first. */
  all(): readonly Approval[];
  /** Decides and sends the decision. False when it was decided before. */
  decide(id: string, status: HookDecision, message: string): boolean;
  /** The number of approvals that will finish without a person. */
  running(): number;
  /** Waits for those, at most `ms` milliseconds. */
  drain(ms: number): Promise<void>;
  /** Aborts everything; returns the ids of the approvals whose decision will not be sent. */
  close(): readonly string[];
}

/** The automatic decision, and its delay in milliseconds. */
export interface AutomaticDecision {
  readonly status: HookDecision;
  readonly message: string;
  readonly afterMs: number;
}

/** How approvals are decided, and where decisions are sent. */
export interface ApprovalOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly send: SendDecision;
  /** Absent when a person decides. */
  readonly automatic?: AutomaticDecision;
  /** Page of an approval; `undefined` while it has no page. */
  readonly pageOf: (id: string) => string | undefined;
  /** The memory for waiting requests, and for all requests including decided ones, in bytes. */
  readonly keepBytes?: number;
}

interface Entry {
  approval: Approval;
  readonly requestId: string;
  readonly log: HandlerContext['log'];
  /** The size of the request, in bytes. */
  readonly bytes: number;
  endedAt?: number;
}

/**
 * How many requests may wait for a decision; beyond that, or when they take too much memory, the oldest is rejected.
 */
export const MOST_WAITING = 1000;

/** Makes an empty list of approvals. */
export function createApprovals(options: ApprovalOptions): Approvals {
  const { clock, ids, send, automatic, pageOf, keepBytes = COLLECTION_BYTES } = options;
  const book = createBook(clock, keepBytes);
  const runs = createTaskRuns();

  function decide(id: string, status: HookDecision, message: string): boolean {
    const entry = book.find(id);
    if (entry === undefined || entry.approval.state !== 'waiting') return false;
    const url = pageOf(id);
    const tracking = url === undefined ? {} : { tracking: { id, url } };
    const decision: HookUpdate = { status, hookInfo: { message, ...tracking } };
    change(entry, { state: 'sending', decision });
    inBackground(entry, async (signal) => {
      await deliver(entry, decision, send, signal);
      entry.endedAt = clock.now().getTime();
    });
    return true;
  }

  /** Work that continues after the response; shutdown is the only outcome that is reported elsewhere. */
  function inBackground(entry: Entry, work: (signal: AbortSignal) => Promise<void>): void {
    const { id } = entry.approval;
    const ended = runs.begin(id, async ({ signal, goesOn, end }) => {
      try {
        await work(signal);
      } catch (thrown) {
        if (!goesOn()) return;
        entry.log.error({ err: thrown }, 'an approval broke off');
        change(entry, { state: 'failed', problems: [...entry.approval.problems, 'something unexpected'] });
        entry.endedAt = clock.now().getTime();
      }
      end();
    });
    ended.catch(() => undefined);
  }

  function decideLater(entry: Entry, { afterMs, status, message }: AutomaticDecision): void {
    inBackground(entry, async (signal) => {
      await clock.sleep(afterMs, signal);
      decide(entry.approval.id, status, message);
    });
  }

  function rejectOldest(): void {
    const waiting = book.all().filter(({ approval }) => approval.state === 'waiting');
    let left = waiting.length;
    let bytes = waiting.reduce((sum, entry) => sum + entry.bytes, 0);
    for (const entry of waiting.slice(0, -1)) {
      if (left <= MOST_WAITING && bytes <= keepBytes) return;
      decide(entry.approval.id, 'KO', 'No decision was made, and too many requests wait.');
      left -= 1;
      bytes -= entry.bytes;
    }
  }

  return {
    take(requestId, { respondToUrl, fields }, log) {
      book.forgetEnded();
      const known = book.ofRequest(requestId);
      if (known !== undefined) return known.approval;
      const askedAt = clock.now();
      const approval: Approval = { id: ids(), respondToUrl, fields, askedAt, state: 'waiting', problems: [] };
      const entry: Entry = { approval, requestId, log, bytes: sizeOf(fields) };
      book.add(entry);
      if (automatic !== undefined) decideLater(entry, automatic);
      rejectOldest();
      return approval;
    },
    find(id) {
      book.forgetEnded();
      return book.find(id)?.approval;
    },
    all() {
      book.forgetEnded();
      return book.all().map(({ approval }) => approval);
    },
    decide,
    running: runs.count,
    drain: (ms) => runs.drain(clock, ms),
    close() {
      runs.release();
      const left = book.all().filter(({ endedAt }) => endedAt === undefined);
      return left.map(({ approval }) => approval.id);
    },
  };
}

/** Approvals by their ids and by the ids of their requests; finished ones are removed after a while. */
function createBook(clock: Clock, keepBytes: number) {
  const entries = createMemoryStore<Entry>();
  const idsByRequest = createMemoryStore<string>((requestId) => requestId.toLowerCase());
  return {
    find: (id: string): Entry | undefined => entries.get(id),
    ofRequest: (requestId: string): Entry | undefined => entries.get(idsByRequest.get(requestId) ?? ''),
    /** Oldest first. */
    all: (): readonly Entry[] => entries.values(),
    add(entry: Entry): void {
      entries.put(entry.approval.id, entry);
      idsByRequest.put(entry.requestId, entry.approval.id);
    },
    forgetEnded(): void {
      const limit = clock.now().getTime() - KEEP_FINISHED_FOR;
      const ended = entries.values().filter(({ endedAt }) => endedAt !== undefined);
      const tooMany = ended.length - MOST_FINISHED;
      let held = entries.values().reduce((sum, { bytes }) => sum + bytes, 0);
      for (const [index, { endedAt = Infinity, approval, requestId, bytes }] of ended.entries()) {
        if (index >= tooMany && endedAt >= limit && held <= keepBytes) continue;
        held -= bytes;
        entries.delete(approval.id);
        idsByRequest.delete(requestId);
      }
    },
  };
}

async function deliver(
  entry: Entry,
  decision: HookUpdate,
  send: SendDecision,
  signal: AbortSignal,
): Promise<void> {
  const tried = (problem: string): void => {
    change(entry, { problems: [...entry.approval.problems, problem] });
    entry.log.warn({ problem }, 'a decision could not be sent');
  };
  const delivery = await send(entry.approval.respondToUrl, decision, { signal, tried });
  const { outcome } = delivery;
  const isNew = outcome === 'failed' && !entry.approval.problems.includes(delivery.problem);
  const problems = isNew ? [...entry.approval.problems, delivery.problem] : entry.approval.problems;
  change(entry, { state: outcome, problems });
  if (outcome === 'failed') entry.log.error({ problem: delivery.problem }, 'sending a decision was given up');
}

function change(entry: Entry, more: Partial<Approval>): void {
  entry.approval = { ...entry.approval, ...more };
}
