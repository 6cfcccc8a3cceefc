import { valueAt } from './json-pointer.ts';
import { rootOf } from './redact.ts';
import { checkSize, type ResponseBody } from './response-body.ts';

/** Codes for a connection that was never made: `ECONNREFUSED`, `UND_ERR_CONNECT_TIMEOUT`. */
const UNSENT = /REFUSED|NOTFOUND|AI_AGAIN|UNREACH|CONNECT_TIMEOUT/;

/** Does nothing: only Node counts the listeners of a signal. */
export function allowManyListeners(_signal: AbortSignal | undefined): void {}

/** The code that the runtime gives to a failure, such as `ECONNREFUSED`. */
export function codeOf(error: unknown): string | undefined {
  const code = valueAt(rootOf(error), '/code');
  return typeof code === 'string' ? code : undefined;
}

/** Whether a failure says that the request never left. */
export function isUnsent(error: unknown): boolean {
  return UNSENT.test(`${codeOf(error)}`);
}

/** The body of a response as UTF-8; reads no further than allowed. */
export async function readText(response: ResponseBody, most: number): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ; ) {
    const { value } = await reader.read();
    if (!value) return text + decoder.decode();
    size += value.length;
    checkSize(size, most);
    text += decoder.decode(value, { stream: true });
  }
}
