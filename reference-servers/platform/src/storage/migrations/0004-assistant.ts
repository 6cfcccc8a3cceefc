import { type Kysely, sql } from 'kysely';

/** Agents, conversations, the two models, and vectors of the documentation. */
export async function assistant(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agent (
      id text primary key,
      name text not null,
      description text not null,
      endpoint text not null,
      payload json not null,
      need_authentication boolean not null,
      active boolean not null
    )`.execute(db);
  // An index entry holds at most a third of a page; names may be longer.
  await sql`create unique index agent_name on agent (md5(name))`.execute(db);
  await sql`
    create table conversation_message (
      id bigint generated always as identity primary key,
      session text not null,
      role text not null,
      content text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index conversation_message_session on conversation_message (session, id desc)`.execute(db);
  await sql`
    create table model_config (
      kind text primary key,
      provider text not null,
      endpoint text not null,
      encrypted_key text not null,
      deployment text not null,
      api_version text not null,
      model text not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table docs_vector (
      model text not null,
      passage text not null,
      vector bytea not null,
      primary key (model, passage)
    )`.execute(db);
}
