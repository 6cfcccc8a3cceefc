import type { ModelConfiguration, StoredModelConfiguration } from '@tessera/contracts/types/assistant';
import type { Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import type { ModelConfigTable } from '../../storage/tables.ts';

/** The two models: one for conversations, one that turns texts into vectors. */
export type ModelKind = ModelConfigTable['kind'];

const MASKED = '********';

/**
 * Stores how a model is reached, replacing the earlier configuration.
 * @throws Problem when the platform has no key to encrypt the model's key with
 */
export async function saveModel(
  { db, vault, clock }: Context,
  kind: ModelKind,
  { api_key, provider, endpoint, deployment, api_version, model }: ModelConfiguration,
): Promise<StoredModelConfiguration> {
  const values = {
    provider,
    endpoint,
    deployment,
    api_version,
    model,
    encrypted_key: vault.seal(api_key, kind),
    updated_at: clock.now(),
  };
  const row = await db
    .insertInto('model_config')
    .values({ kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toStored(row);
}

/** The configuration without its key; undefined when nothing is configured. */
export async function findModel(
  { db }: Pick<Context, 'db'>,
  kind: ModelKind,
): Promise<StoredModelConfiguration | undefined> {
  const row = await db.selectFrom('model_config').selectAll().where('kind', '=', kind).executeTakeFirst();
  return row === undefined ? undefined : toStored(row);
}

/**
 * The configuration with its key.
 * @throws Problem when the key cannot be decrypted
 */
export async function readModel(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  kind: ModelKind,
): Promise<ModelConfiguration | undefined> {
  const row = await db.selectFrom('model_config').selectAll().where('kind', '=', kind).executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...toStored(row), api_key: vault.open(row.encrypted_key, kind) };
}

function toStored(row: Selectable<ModelConfigTable>): StoredModelConfiguration {
  const { provider, endpoint, deployment, api_version, model } = row;
  return { provider, endpoint, api_key: MASKED, deployment, api_version, model };
}
