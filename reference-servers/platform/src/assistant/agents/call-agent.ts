import type { Agent } from '@tessera/contracts/types/assistant';
import type { Context } from '../../context.ts';
import { TaskFailure } from '../tasks/task-failure.ts';
import { findMisfit } from './payload.ts';

/** Maximum size of an agent's response, in bytes. */
const LARGEST_ANSWER = 1024 * 1024;

/**
 * Sends a payload to an agent and returns the text of its response: the member `message` of a JSON object, or the body.
 * @throws TaskFailure when the agent cannot be called, or returns an error
 */
export async function callAgent(
  { outbound, settings }: Context,
  agent: Agent,
  payload: unknown,
  authorization: string | undefined,
): Promise<string> {
  const { name, endpoint } = agent;
  const misfit = findMisfit(agent.payload, payload);
  if (misfit !== undefined) throw new TaskFailure(`The payload does not fit agent ${name}: ${misfit}.`);
  if (agent.need_authentication && authorization === undefined) {
    throw new TaskFailure(`Agent ${name} needs authentication: send the header Authorization.`);
  }
  const problem = URL.canParse(endpoint) ? outbound.findProblem(endpoint) : 'is not a URL';
  if (problem !== undefined) throw new TaskFailure(`The endpoint of agent ${name} ${problem}.`);
  const request = {
    method: 'POST',
    url: endpoint,
    path: new URL(endpoint).pathname,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(agent.need_authentication && authorization !== undefined ? { authorization } : {}),
    },
    body: JSON.stringify(payload),
    maxResponseBytes: LARGEST_ANSWER,
  };
  // Conversations are not recorded as exchanges: they may contain data that only the caller may see.
  const send = outbound.transport(async () => {});
  const answer = await send(request, AbortSignal.timeout(settings.callMs)).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TaskFailure(`Agent ${name} could not be called: ${reason}.`, { cause });
  });
  if (answer.status < 200 || answer.status > 299)
    throw new TaskFailure(`Agent ${name} returned status ${answer.status}.`);
  return textOf(answer.text);
}

function textOf(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'string') return parsed;
    const message: unknown = Object(parsed).message;
    return typeof message === 'string' ? message : body;
  } catch {
    return body;
  }
}
