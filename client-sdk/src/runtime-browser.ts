import type { ResponseBody } from './response-body.ts';

/** Does nothing: browsers do not count the listeners of a signal. */
export function allowManyListeners(_signal: AbortSignal | undefined): void {}

/** Nothing: browsers hide why a connection failed. */
export function codeOf(_error: unknown): string | undefined {
  return undefined;
}

/** Nothing: browsers hide whether a request left. */
export function isUnsent(_error: unknown): boolean | undefined {
  return undefined;
}

/** The body of a response. What a page may hold is bounded by the browser, so its size is checked when it is known. */
export function readText(response: ResponseBody, _most: number): Promise<string> {
  return response.text();
}
