import type { TaskAnswer, TaskRequest } from '@tessera/contracts/types/assistant';
import { CatalogError } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { listAgents } from '../agents/agent-store.ts';
import { callAgent } from '../agents/call-agent.ts';
import {
  type Choice,
  chooseByModel,
  chooseWithoutModel,
  NO_AGENT,
  rankByVectors,
} from '../agents/choose-agent.ts';
import { openEmbedder, openLanguageModel } from '../models/model-client.ts';
import { readConversation, saveTurn } from './conversation-store.ts';
import { TaskFailure } from './task-failure.ts';

/** Passes a task to the agent that matches it best. A task that fails has the result `error`. */
export async function runTask(
  context: Context,
  { message, session_id }: TaskRequest,
  authorization: string | undefined,
): Promise<TaskAnswer> {
  const about = { session_id: session_id ?? context.ids() };
  try {
    const { agent, payload } = await choose(context, about.session_id, message);
    const answer = await callAgent(context, agent, payload, authorization);
    await saveTurn(context, about.session_id, message, answer);
    return { ...about, message: answer, result: 'success', error_message: null };
  } catch (cause) {
    const problem = reasonOf(cause);
    if (problem === undefined) throw cause;
    return { ...about, message: '', result: 'error', error_message: problem };
  }
}

async function choose(context: Context, sessionId: string, message: string): Promise<Choice> {
  const active = (await listAgents(context.db)).filter((agent) => agent.active === true);
  if (active.length === 0) throw new TaskFailure(NO_AGENT);
  const embedder = active.length > 1 ? await openEmbedder(context) : undefined;
  const agents = embedder === undefined ? active : await rankByVectors(embedder, active, message);
  const model = await openLanguageModel(context);
  if (model === undefined) return chooseWithoutModel(agents, message, embedder !== undefined);
  const conversation = await readConversation(context, sessionId);
  return chooseByModel(model, agents, [...conversation, { role: 'user', content: message }]);
}

/** The message for the caller about a failure outside of this server. */
function reasonOf(cause: unknown): string | undefined {
  if (cause instanceof TaskFailure) return cause.message;
  if (!(cause instanceof CatalogError)) return undefined;
  return `The configured model cannot be used: ${cause.values['problem'] ?? cause.code}.`;
}
