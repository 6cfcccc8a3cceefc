import { readToken } from '../../shared/platform-token.ts';

/** The header with which a host says where its documentation agent answers questions: a path. */
const HEADER = 'docs-agent';

/** A file that every host of the site has. The request for it asks for its headers only. */
const PROBE = 'site.webmanifest';

/** A question waits for the panel. */
export const ASK_EVENT = 'tessera:ask';

let found: Promise<string | null> | undefined;

/** The address of the documentation agent of this host, or null; asked for once. */
export function findDocsAgent(baseUrl: string): Promise<string | null> {
  found ??= fetch(baseUrl + PROBE, { method: 'HEAD' }).then(
    ({ headers }) => addressIn(headers.get(HEADER)),
    () => null,
  );
  return found;
}

/** Paths of this host only: the policy of the pages allows no other. */
function addressIn(path: string | null): string | null {
  return path !== null && /^\/(?!\/)/.test(path) ? location.origin + path : null;
}

let waiting: string | undefined;

/** Asks the panel a question, and opens it; as soon as the panel is there, when the page has not loaded it yet. */
export function askPanel(question: string): void {
  waiting = question;
  window.dispatchEvent(new CustomEvent(ASK_EVENT));
}

/** The question that waits for the panel, once. */
export function takeQuestion(): string | undefined {
  const question = waiting;
  waiting = undefined;
  return question;
}

/** The host answered a question with an error. */
export class DocsAgentError extends Error {
  override readonly name = 'DocsAgentError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Asks a question. Rejects with `DocsAgentError`, or with the error of `fetch`. */
export async function askDocsAgent(address: string, question: string): Promise<string> {
  const token = readToken();
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query: question }),
  });
  if (!response.ok) throw new DocsAgentError(response.status, `the answer has the status ${response.status}`);
  const { message }: { message?: unknown } = Object(await response.json());
  if (typeof message !== 'string') throw new DocsAgentError(response.status, 'the answer has no message');
  return message;
}
