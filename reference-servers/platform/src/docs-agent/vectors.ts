import { type Embedder, openEmbedder } from '../assistant/models/model-client.ts';
import type { Context } from '../context.ts';
import type { Workflow } from '../engine/engine.ts';
import { cosine } from '../text/cosine.ts';
import type { DocsIndex, Passage } from './docs-index.ts';

/** Number of passages per request to the embedder. */
const BATCH = 64;

/** Maximum length of a text for the embedder, in characters: models accept about 8,000 tokens. */
const LONGEST = 8_000;

/** Vectors of the passages of the documentation. */
export interface DocsVectors {
  /** Passages in the order of their distance to a question; empty when no vectors are stored. */
  rank(embedder: Embedder, index: DocsIndex, question: string): Promise<Passage[]>;
}

/** Keeps vectors in memory, and reads them again when their number has changed. */
export function createDocsVectors({ db }: Context): DocsVectors {
  let known: { readonly key: string; readonly vectors: ReadonlyMap<string, Float32Array> } | undefined;
  async function read(model: string): Promise<ReadonlyMap<string, Float32Array>> {
    const { total } = await db
      .selectFrom('docs_vector')
      .select((row) => row.fn.countAll<string>().as('total'))
      .where('model', '=', model)
      .executeTakeFirstOrThrow();
    const key = `${model} ${total}`;
    if (known?.key !== key) {
      const rows = await db.selectFrom('docs_vector').selectAll().where('model', '=', model).execute();
      known = { key, vectors: new Map(rows.map(({ passage, vector }) => [passage, toFloats(vector)])) };
    }
    return known.vectors;
  }
  return {
    async rank(embedder, { passages }, question) {
      const vectors = await read(embedder.name);
      if (vectors.size === 0) return [];
      const [asked = []] = await embedder.embed([question]);
      return passages
        .flatMap((passage) => {
          const vector = vectors.get(passage.id);
          return vector?.length === asked.length ? [{ passage, nearness: cosine(asked, vector) }] : [];
        })
        .toSorted((a, b) => b.nearness - a.nearness)
        .map(({ passage }) => passage);
    },
  };
}

/**
 * Creates the missing vectors of passages, batch by batch. A vector belongs to the text of its passage, so unchanged
 * ones are not sent again, and the old vectors are used until the new ones are stored.
 */
export function embedDocs(context: Context, read: () => Promise<DocsIndex | undefined>): Workflow {
  return async (durable) => {
    while ((await durable.step('embed', () => embedBatch(context, read))) > 0);
  };
}

/** Returns how many passages are left. */
async function embedBatch(context: Context, read: () => Promise<DocsIndex | undefined>): Promise<number> {
  const { db } = context;
  const embedder = await openEmbedder(context);
  const index = await read();
  if (embedder === undefined || index === undefined) return 0;
  const { name: model } = embedder;
  const stored = await db.selectFrom('docs_vector').select('passage').where('model', '=', model).execute();
  const known = new Set(stored.map(({ passage }) => passage));
  const byId = new Map(index.passages.map((passage) => [passage.id, passage]));
  const missing = [...byId.values()].filter(({ id }) => !known.has(id));
  const batch = missing.slice(0, BATCH);
  if (batch.length > 0) {
    const vectors = await embedder.embed(
      batch.map(({ page, heading, text }) => `${page}\n${heading}\n${text}`.slice(0, LONGEST)),
    );
    await db
      .insertInto('docs_vector')
      .values(batch.map(({ id }, at) => ({ model, passage: id, vector: toBytes(vectors[at] ?? []) })))
      .onConflict((conflict) => conflict.columns(['model', 'passage']).doNothing())
      .execute();
  }
  if (missing.length > batch.length) return missing.length - batch.length;
  const gone = [...known].filter((id) => !byId.has(id));
  if (gone.length > 0) await db.deleteFrom('docs_vector').where('passage', 'in', gone).execute();
  await db.deleteFrom('docs_vector').where('model', '<>', model).execute();
  return 0;
}

function toBytes(vector: readonly number[]): Buffer {
  return Buffer.from(Float32Array.from(vector).buffer);
}

function toFloats(bytes: Buffer): Float32Array {
  // A buffer of the driver may begin anywhere in its memory; floats must be aligned to four bytes.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
