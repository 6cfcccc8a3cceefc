import type { ServerResponse } from 'node:http';

/** A JSON object. */
export type Body = Record<string, unknown>;

/** The response that a server is about to send. */
export interface Reply {
  readonly status: number;
  /** JSON, unless `raw` is set. */
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body of a response as an object. */
export const bodyOf = ({ body }: Reply): Body => (isBody(body) ? body : {});

/** The response with other values of some members. */
export const withBody = (reply: Reply, change: Body): Reply => ({
  ...reply,
  body: { ...bodyOf(reply), ...change },
});

/** The body as it is sent. */
export const textOf = ({ raw, body }: Reply): string =>
  raw ?? (body === undefined ? '' : JSON.stringify(body));

/** Sends a response at once. */
export function send(response: ServerResponse, reply: Reply): void {
  const text = textOf(reply);
  const media = text === '' ? {} : { 'content-type': 'application/json' };
  response.writeHead(reply.status, { ...media, ...reply.headers });
  response.end(text);
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A rejection with the least that most contracts require. */
export function errorList(status: number, errors: readonly string[]): Reply {
  return { status, body: { errors, userMessage: 'The request cannot be accepted.' } };
}

/** A rejection with everything that most contracts have. */
export function refuse(status: number, errors: readonly string[], field?: string): Reply {
  const solutions = [`Check ${field ?? 'the request'} against the API reference.`];
  const named = field === undefined || field === 'body' ? {} : { inputErrorField: field };
  return withBody(errorList(status, errors), { ...named, moreInfo: { problems: errors, solutions } });
}

/** A system error in the form of most contracts. */
export function breakDown(error: string): Reply {
  const moreInfo = { problems: [error], solutions: [] };
  return { status: 500, body: { error, userMessage: 'Something broke.', moreInfo } };
}
