import { type FastifyInstance, fastify } from 'fastify';

/** A request that a model server got. */
export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly azureKey: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly tools?: readonly {
      readonly function: {
        readonly name: string;
        readonly description: string;
        readonly parameters: unknown;
      };
    }[];
  };
}

/** The response of a model server: a text, a call of a tool, or an error. */
export interface ModelReply {
  readonly text?: string;
  readonly call?: { readonly name: string; readonly arguments: string };
  readonly status?: number;
}

/** A server with OpenAI's protocol, at the paths of OpenAI and of Azure. */
export interface ModelServer {
  readonly app: FastifyInstance;
  readonly requests: ModelRequest[];
  /** Sets the next responses. */
  reply: (request: ModelRequest) => ModelReply;
  /** Texts become vectors of the counts of these words. */
  readonly vocabulary: readonly string[];
}

/** Creates a model server that does not listen yet. */
export function createModelServer(vocabulary: readonly string[] = []): ModelServer {
  const app = fastify();
  const server: ModelServer = { app, requests: [], reply: () => ({ text: 'Hello!' }), vocabulary };
  for (const base of ['/v1', '/openai/deployments/:deployment']) {
    app.post<{ Body: ModelRequest['body'] }>(`${base}/chat/completions`, ({ url, headers, body }, reply) => {
      const azureKey = headers['api-key'];
      const request = {
        path: url,
        authorization: headers.authorization,
        azureKey: azureKey === undefined ? undefined : String(azureKey),
        body,
      };
      server.requests.push(request);
      const { text = null, call, status = 200 } = server.reply(request);
      if (status !== 200) {
        const key = request.authorization ?? request.azureKey;
        return reply.code(status).send({ error: { message: `${key} is not welcome`, type: 'denied' } });
      }
      const calls =
        call === undefined ? {} : { tool_calls: [{ id: 'call_1', type: 'function', function: call }] };
      return {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 0,
        model: body.model,
        choices: [
          {
            index: 0,
            finish_reason: call === undefined ? 'stop' : 'tool_calls',
            message: { role: 'assistant', content: text, ...calls },
          },
        ],
      };
    });
    app.post<{ Body: { input: string[]; model: string } }>(
      `${base}/embeddings`,
      ({ body: { input, model } }) => ({
        object: 'list',
        model,
        data: input.map((text, index) => ({
          object: 'embedding',
          index,
          embedding: vectorOf(vocabulary, text),
        })),
      }),
    );
  }
  return server;
}

function vectorOf(vocabulary: readonly string[], text: string): number[] {
  return [...vocabulary.map((word) => text.toLowerCase().split(word).length - 1), 0.001];
}
