import { lifecycles } from '@tessera/contracts/lifecycles';
import type { GovernanceEntityStatus, GovernanceEntityType } from '@tessera/contracts/types/governance';
import { Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import type { Cue } from '../engines/cue.ts';
import type { ScriptFault } from '../engines/script-fault.ts';
import { endSchedules } from '../resources/status-store.ts';
import { planRun } from '../schedule/schedule-store.ts';
import { checkDefinition } from './check-entity.ts';
import {
  type Definition,
  type Entity,
  findEntity,
  IN_FORCE,
  insertEntity,
  newestVersion,
  saveDefinition,
  saveStatus,
} from './entity-store.ts';

const LIFECYCLE = lifecycles.GovernanceEntityStatus;

/** The operation in the lifecycle of each type that changes the status. */
const MOVED_BY = { policy: 'updatePolicyStatus', metric: 'updateMetricStatus' } as const;

/** Members that the platform sets; values from callers are ignored. */
const OWN = ['id', 'groupId', 'version', 'status', 'creationTime', 'updateTime'];

/** Stores a new policy or metric, as version 1 of a new group. */
export async function createEntity(
  context: Context,
  type: GovernanceEntityType,
  body: Definition,
): Promise<Entity> {
  const { db, clock, ids } = context;
  const definition = withoutOwn(body);
  checkDefinition(definition, clock.now(), context.settings.engines);
  const entity = { id: ids(), group_id: ids(), version: 1, type, status: LIFECYCLE.initial, definition };
  return announce(context, await insertEntity(db, entity, clock.now()));
}

/** Replaces an entity, or leaves it unchanged and creates the next version of its group. */
export async function updateEntity(
  context: Context,
  cue: Cue,
  type: GovernanceEntityType,
  id: string,
  body: Definition & { readonly groupId: string; readonly version: number },
): Promise<Entity> {
  const { db, clock, ids } = context;
  const entity = await usableEntity(context, type, id);
  const { groupId, version } = body;
  if (groupId !== entity.group_id) {
    const values = { groupId, expected: entity.group_id, entityId: id };
    throw new Problem('CGP_GROUP_MISMATCH', values, { input: groupId, inputErrorField: 'groupId' });
  }
  const definition = withoutOwn(body);
  checkDefinition(definition, clock.now(), context.settings.engines);
  if (version === entity.version) {
    await checkInForce(cue, entity, definition);
    return change(context, entity, definition);
  }
  const next = (await newestVersion(db, groupId)) + 1;
  if (version !== next) throw wrongVersion(entity, version, next);
  const clone = { id: ids(), group_id: groupId, version, type, status: LIFECYCLE.initial, definition };
  const inserted = await insertEntity(db, clone, clock.now()).catch((cause: unknown) => {
    // Another caller has made this version in the meantime.
    throw isDuplicate(cause) ? wrongVersion(entity, version, next + 1) : cause;
  });
  return announce(context, inserted);
}

/** Replaces single members of an entity. */
export async function patchEntity(
  context: Context,
  cue: Cue,
  type: GovernanceEntityType,
  id: string,
  body: Partial<Definition>,
): Promise<Entity> {
  const entity = await usableEntity(context, type, id);
  const changes = withoutOwn(body);
  if (Object.keys(changes).length === 0) return entity;
  const definition = { ...entity.definition, ...changes };
  checkDefinition(definition, context.clock.now(), context.settings.engines);
  await checkInForce(cue, entity, definition);
  return change(context, entity, definition);
}

/** Changes the status of an entity, by the lifecycle of the contract. */
export async function moveEntity(
  context: Context,
  cue: Cue,
  type: GovernanceEntityType,
  id: string,
  wanted: GovernanceEntityStatus,
): Promise<Entity> {
  const entity = await knownEntity(context, type, id);
  const isAllowed = movesFrom(type, entity.status).includes(wanted);
  const fault = isAllowed && IN_FORCE.includes(wanted) ? await findFault(cue, entity.definition) : undefined;
  if (fault !== undefined) {
    const values = { entityId: id, problem: fault.message };
    throw new Problem('CGP_SCRIPT_INVALID', values, { input: wanted, inputErrorField: 'status' });
  }
  const moved = isAllowed
    ? await context.db.transaction().execute(async (tx) => {
        const now = context.clock.now();
        const after = await saveStatus(tx, entity, wanted, now);
        if (after === undefined) return undefined;
        await planRun(tx, after, now);
        if (isDeleted(after)) await endSchedules(tx, id);
        return after;
      })
    : undefined;
  if (moved !== undefined) return announce(context, moved);
  const { status } = await usableEntity(context, type, id);
  const allowed = movesFrom(type, status).join(', ');
  const values = { entityId: id, status, wanted, allowed };
  throw new Problem('CGP_STATUS_CHANGE_REFUSED', values, { input: wanted, inputErrorField: 'status' });
}

/** The entity of this type with this id, unless it is deleted. */
export async function usableEntity(
  context: Context,
  type: GovernanceEntityType,
  id: string,
): Promise<Entity> {
  const entity = await knownEntity(context, type, id);
  if (isDeleted(entity)) throw new Problem('CGP_ENTITY_DELETED', { entityId: id });
  return entity;
}

/** True for an entity in a terminal status. */
export function isDeleted({ status }: Pick<Entity, 'status'>): boolean {
  return LIFECYCLE.terminal.some((terminal) => terminal === status);
}

/** The entity of this type with this id. */
export async function knownEntity({ db }: Context, type: GovernanceEntityType, id: string): Promise<Entity> {
  const entity = await findEntity(db, id);
  if (entity?.type !== type) throw new Problem('CGP_ENTITY_NOT_FOUND', { entityType: type, entityId: id });
  return entity;
}

/** Rejects a script that cannot be evaluated, for an entity that is evaluated. */
async function checkInForce(cue: Cue, { status }: Entity, definition: Definition): Promise<void> {
  const fault = IN_FORCE.includes(status) ? await findFault(cue, definition) : undefined;
  if (fault === undefined) return;
  const values = { field: 'cueScript', problem: `is wrong: ${fault.message}` };
  throw new Problem('CGP_REQUEST_INVALID', values, { inputErrorField: 'cueScript' });
}

/** Why the script of an entity cannot be evaluated on any resource. Drafts may have such scripts. */
async function findFault(cue: Cue, { engine, cueScript }: Definition): Promise<ScriptFault | undefined> {
  if (engine !== 'cue' || cueScript === undefined) return undefined;
  return cue.findFault({ name: 'cueScript', text: cueScript });
}

async function change(context: Context, { id }: Entity, definition: Definition): Promise<Entity> {
  const changed = await context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const saved = await saveDefinition(tx, id, definition, now);
    await planRun(tx, saved, now);
    return saved;
  });
  return announce(context, changed);
}

function announce({ changes }: Context, entity: Entity): Entity {
  changes.publish({ kind: 'entity', id: entity.id });
  return entity;
}

function movesFrom(type: GovernanceEntityType, status: GovernanceEntityStatus): GovernanceEntityStatus[] {
  return LIFECYCLE.transitions.flatMap(({ from, to, by }) =>
    from === status && by === MOVED_BY[type] ? [to] : [],
  );
}

function wrongVersion({ id, version: current }: Entity, version: number, next: number): Problem {
  const values = { version: `${version}`, current: `${current}`, next: `${next}`, entityId: id };
  return new Problem('CGP_VERSION_INVALID', values, { input: `${version}`, inputErrorField: 'version' });
}

function withoutOwn<T extends object>(body: T): T {
  const rest = { ...body };
  for (const name of OWN) Reflect.deleteProperty(rest, name);
  return rest;
}

/** PostgreSQL's code for a second row with a unique value. */
function isDuplicate(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === '23505';
}
