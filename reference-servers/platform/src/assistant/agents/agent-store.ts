import type { Agent, AgentCreate, AgentUpdate } from '@tessera/contracts/types/assistant';
import { Problem } from '@tessera/reference-servers/harness';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { AgentTable, Tables } from '../../storage/tables.ts';

type Db = Kysely<Tables>;

/** Agents in the order of their names. */
export async function listAgents(db: Db): Promise<Agent[]> {
  const rows = await db.selectFrom('agent').selectAll().orderBy(sql`name collate "C"`).execute();
  return rows.map(toAgent);
}

/** The agent with this id. */
export async function findAgent(db: Db, id: string): Promise<Agent | undefined> {
  const row = await db.selectFrom('agent').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst();
  return row === undefined ? undefined : toAgent(row);
}

/**
 * Adds an agent.
 * @throws Problem when its name exists already
 */
export async function addAgent(db: Db, id: string, agent: AgentCreate): Promise<Agent> {
  const { payload, active = true, name, description, endpoint, need_authentication } = agent;
  const row = { id, name, description, endpoint, need_authentication, active };
  const added = await guardName(name, () =>
    db
      .insertInto('agent')
      .values({ ...row, payload: JSON.stringify(payload) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return toAgent(added);
}

/**
 * Replaces the given members; undefined when there is no such agent.
 * @throws Problem when the new name exists already
 */
export async function changeAgent(db: Db, id: string, changes: AgentUpdate): Promise<Agent | undefined> {
  const { payload, name, description, endpoint, need_authentication, active } = changes;
  const given = Object.entries({
    name,
    description,
    endpoint,
    need_authentication,
    active,
    payload: payload === undefined ? undefined : JSON.stringify(payload),
  }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return findAgent(db, id);
  const changed = await guardName(name ?? '', () =>
    db
      .updateTable('agent')
      .set(Object.fromEntries(given))
      .where('id', '=', id.toLowerCase())
      .returningAll()
      .executeTakeFirst(),
  );
  return changed === undefined ? undefined : toAgent(changed);
}

/** Removes an agent; false when the id is unknown. */
export async function removeAgent(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('agent')
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** How PostgreSQL reports a duplicate value in a unique index. */
const UNIQUE_VIOLATION = '23505';

async function guardName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (Object(cause).code === UNIQUE_VIOLATION) throw new Problem('AGENT_NAME_TAKEN', { name }, { cause });
    throw cause;
  }
}

function toAgent(row: Selectable<AgentTable>): Agent {
  const { id, name, description, endpoint, payload, need_authentication, active } = row;
  return { id, name, description, endpoint, payload, need_authentication, active };
}
