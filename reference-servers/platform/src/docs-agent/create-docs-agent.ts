import type { DocsAgentHandlers } from '@tessera/contracts/handlers/docs-agent';
import { docsAgent } from '@tessera/contracts/operations/docs-agent';
import { docsAgentSchemas } from '@tessera/contracts/schemas/docs-agent';
import {
  CatalogError,
  type HandlerContext,
  type Mount,
  readContract,
} from '@tessera/reference-servers/harness';
import { openEmbedder, openLanguageModel } from '../assistant/models/model-client.ts';
import type { Context } from '../context.ts';
import type { Workflow } from '../engine/engine.ts';
import { answerByModel, answerByQuoting, NO_DOCUMENTATION, NOT_COVERED } from './answer.ts';
import { createDocsReader, type DocsIndex, type Passage } from './docs-index.ts';
import { fuse } from './fuse.ts';
import { retrieve } from './retrieve.ts';
import { createDocsVectors, embedDocs } from './vectors.ts';

/** The documentation agent: its API, and the workflow behind it. */
export interface DocsAgent {
  readonly mount: Mount;
  readonly workflows: Readonly<Record<string, Workflow>>;
}

/** Passages that are retrieved. */
const RETRIEVED = 50;

/** Passages that the language model reads. */
const READ = 6;

/** Passages that are quoted without a language model. */
const QUOTED = 3;

/** Minimum share of a question that a passage must contain when no language model decides whether it answers. */
const ENOUGH = 0.5;

/** Puts the documentation agent together. */
export function createDocsAgent(context: Context): DocsAgent {
  const readFile = createDocsReader();
  const read = async (): Promise<DocsIndex | undefined> => {
    const { docs } = context.settings;
    return docs === undefined ? undefined : readFile(docs);
  };
  const vectors = createDocsVectors(context);
  const near = async (index: DocsIndex, question: string): Promise<Passage[]> => {
    const embedder = await openEmbedder(context);
    return embedder === undefined ? [] : vectors.rank(embedder, index, question);
  };
  const handlers: DocsAgentHandlers<HandlerContext> = {
    async askDocs({ body: { query } }) {
      const index = await read();
      const message = index === undefined ? NO_DOCUMENTATION : await answer(context, index, query, near);
      return { status: 200, body: { message } };
    },
    async rebuildEmbeddings() {
      await context.engine.start('embed-docs', context.ids());
      return { status: 202 };
    },
  };
  return {
    mount: { contract: readContract(docsAgent, docsAgentSchemas), handlers },
    workflows: { 'embed-docs': embedDocs(context, read) },
  };
}

type Near = (index: DocsIndex, question: string) => Promise<Passage[]>;

async function answer(context: Context, index: DocsIndex, question: string, near: Near): Promise<string> {
  const hits = retrieve(index, question, RETRIEVED);
  let reason = 'No language model is configured.';
  try {
    const model = await openLanguageModel(context);
    const nearest = await near(index, question);
    const passages = fuse(
      hits.map(({ passage }) => passage),
      nearest.slice(0, RETRIEVED),
    );
    if (passages.length === 0) return NOT_COVERED;
    if (model !== undefined) return await answerByModel(model, question, passages.slice(0, READ));
    const covering = new Set(hits.filter(({ coverage }) => coverage >= ENOUGH).map(({ passage }) => passage));
    const quoted = passages.filter((passage) => covering.has(passage)).slice(0, QUOTED);
    return quoted.length === 0 ? NOT_COVERED : answerByQuoting(question, quoted, reason);
  } catch (cause) {
    if (!(cause instanceof CatalogError)) throw cause;
    reason = `The configured model cannot be used: ${cause.values['problem'] ?? cause.code}.`;
  }
  const quoted = hits.filter(({ coverage }) => coverage >= ENOUGH).slice(0, QUOTED);
  if (quoted.length === 0) return NOT_COVERED;
  return answerByQuoting(
    question,
    quoted.map(({ passage }) => passage),
    reason,
  );
}
