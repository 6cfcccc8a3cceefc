import type { AssistantHandlers } from '@tessera/contracts/handlers/assistant';
import { type HandlerContext, Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../context.ts';
import { addAgent, changeAgent, findAgent, listAgents, removeAgent } from './agents/agent-store.ts';
import { openLanguageModel } from './models/model-client.ts';
import { findModel, saveModel } from './models/model-store.ts';
import { runTask } from './tasks/run-task.ts';

type Handlers = AssistantHandlers<HandlerContext>;

/** The operations of the assistant. */
export function createAssistantHandlers(context: Context): Handlers {
  return { ...catalogHandlers(context), ...modelHandlers(context) };
}

type Catalog = 'listAgents' | 'createAgent' | 'getAgent' | 'updateAgent' | 'deleteAgent';

function catalogHandlers({ db, ids }: Context): Pick<Handlers, Catalog> {
  return {
    async listAgents() {
      return { status: 200, body: await listAgents(db) };
    },
    async createAgent({ body }) {
      return { status: 201, body: await addAgent(db, ids(), body) };
    },
    async getAgent({ path: { id } }) {
      return { status: 200, body: known(id, await findAgent(db, id)) };
    },
    async updateAgent({ path: { id }, body }) {
      return { status: 200, body: known(id, await changeAgent(db, id, body)) };
    },
    async deleteAgent({ path: { id } }) {
      if (!(await removeAgent(db, id))) throw new Problem('AGENT_NOT_FOUND', { id });
      return { status: 204 };
    },
  };
}

function modelHandlers(context: Context): Omit<Handlers, Catalog> {
  return {
    async runTask({ body }, { headers }) {
      return { status: 200, body: await runTask(context, body, headers.authorization) };
    },
    async getLlmConfig() {
      const config = await findModel(context, 'llm');
      if (config === undefined) throw new Problem('LLM_CONFIG_NOT_FOUND');
      return { status: 200, body: config };
    },
    async setLlmConfig({ body }) {
      return { status: 200, body: await saveModel(context, 'llm', body) };
    },
    async chat({ body: { query } }) {
      const model = await openLanguageModel(context);
      if (model === undefined) throw new Problem('LLM_NOT_CONFIGURED');
      const { text } = await model.answer([{ role: 'user', content: query }]);
      return { status: 200, body: { message: text } };
    },
    async getEmbedderConfig() {
      const config = await findModel(context, 'embedder');
      if (config === undefined) throw new Problem('EMBEDDER_CONFIG_NOT_FOUND');
      return { status: 200, body: config };
    },
    async setEmbedderConfig({ body }) {
      return { status: 200, body: await saveModel(context, 'embedder', body) };
    },
  };
}

function known<T>(id: string, agent: T | undefined): T {
  if (agent === undefined) throw new Problem('AGENT_NOT_FOUND', { id });
  return agent;
}
