import type { Hook, HookUpdate } from '@tessera/contracts/types/builder';
import type { Kysely, Selectable } from 'kysely';
import type { HookTable, PlanRequest, Tables } from '../storage/tables.ts';

type Db = Kysely<Tables>;

/** A hook, as stored. */
export type StoredHook = Selectable<HookTable>;

/** Stores a waiting hook; an existing one stays unchanged. */
export async function createHook(
  db: Db,
  hook: Pick<StoredHook, 'id' | 'name' | 'task_id' | 'plan_id' | 'action_name'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('hook')
    .values({ ...hook, status: 'WAITING', created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The hook with this id. */
export async function findHook(db: Db, id: string): Promise<StoredHook | undefined> {
  return db.selectFrom('hook').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Decides a waiting hook; undefined when it no longer waits, or does not exist. */
export async function decideHook(
  db: Db,
  id: string,
  { status, hookInfo }: HookUpdate,
  now: Date,
): Promise<StoredHook | undefined> {
  return db
    .updateTable('hook')
    .set({ status, info: hookInfo === undefined ? null : JSON.stringify(hookInfo), updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .returningAll()
    .executeTakeFirst();
}

/** A waiting hook, and its request. */
export type WaitingHook = StoredHook & { readonly request: PlanRequest };

/** Waiting hooks, the oldest first. */
export async function listWaiting(db: Db): Promise<WaitingHook[]> {
  return db
    .selectFrom('hook')
    .innerJoin('plan', 'plan.id', 'hook.plan_id')
    .selectAll('hook')
    .select('plan.request')
    .where('hook.status', '=', 'WAITING')
    .orderBy('hook.created_at')
    .execute();
}

/** A hook as the contract shows it. */
export function viewHook(hook: StoredHook): Hook {
  return {
    hookId: hook.id,
    hookName: hook.name,
    actionId: hook.plan_id,
    actionName: hook.action_name,
    creationAt: hook.created_at.toISOString(),
    updateAt: hook.updated_at.toISOString(),
    status: hook.status,
  };
}
