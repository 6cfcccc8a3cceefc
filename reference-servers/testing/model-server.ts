import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { afterEach } from 'vitest';

/** A request to a language model. */
export interface Question {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format: { readonly type: string };
  };
}

/** A stub of a service with the chat completions protocol, on loopback. */
export interface ModelServer {
  readonly url: string;
  readonly questions: readonly Question[];
  /** Resolves when a request has arrived. */
  asked(): Promise<unknown>;
}

const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

/** Starts a model; `answer` writes the response, or leaves it open. */
export async function startModel(
  answer: (response: ServerResponse, question: Question) => void,
): Promise<ModelServer> {
  const questions: Question[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const question = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text) };
    questions.push(question);
    server.emit('asked');
    answer(response, question);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    questions,
    asked: () => (questions.length > 0 ? Promise.resolve() : once(server, 'asked')),
  };
}

/** Responds like a model that writes `text`. */
export function write(text: string) {
  return (response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: text } }] }));
  };
}
