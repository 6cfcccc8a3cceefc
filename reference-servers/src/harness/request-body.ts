import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { codeForPart, listsPart } from './contract.ts';
import { Refusal } from './problem.ts';

/** The one character encoding of JSON (RFC 8259, 8.1), and its subset. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii'];

/**
 * Rejects a body of another media type or encoding than the operation declares, by its headers alone.
 * @throws Refusal MEDIA_TYPE_UNSUPPORTED, CONTENT_ENCODING_UNSUPPORTED
 */
export function checkBodyHeaders(operation: OperationEntry, headers: IncomingHttpHeaders): void {
  if (operation.body === undefined) return;
  const { 'content-type': contentType, 'content-encoding': encoding } = headers;
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Refusal('CONTENT_ENCODING_UNSUPPORTED', { actual: encoding });
  }
  if (contentType === undefined) return;
  if (contentType === operation.body.mediaType) return;
  const [mediaType = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  const known = charset === undefined || CHARSETS.includes(charset.replaceAll('"', ''));
  if (mediaType !== operation.body.mediaType || !known) throw unsupported(operation, contentType);
}

/**
 * Parses the bytes of a body; zero bytes are no body. A body that the operation does not declare is ignored, but must be
 * JSON where the operation lists the error.
 * @throws Refusal MEDIA_TYPE_UNSUPPORTED, REQUEST_NOT_JSON
 */
export function parseBody(
  operation: OperationEntry | undefined,
  contentType: string | undefined,
  bytes: Buffer,
): unknown {
  if (operation === undefined || bytes.length === 0) return undefined;
  if (operation.body === undefined) {
    if (listsPart(operation, 'request-not-json')) readJson(operation, bytes);
    return undefined;
  }
  if (contentType === undefined) throw unsupported(operation, 'nothing');
  return readJson(operation, bytes);
}

function readJson(operation: OperationEntry, bytes: Buffer): unknown {
  const text = textOf(bytes);
  if (text === undefined) throw notJson(operation, 'it is not encoded as UTF-8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(operation, cause instanceof Error ? cause.message : 'it cannot be parsed', cause);
  }
}

function notJson(operation: OperationEntry, problem: string, cause?: unknown): Refusal {
  return new Refusal(codeForPart(operation, 'request-not-json'), { problem }, { cause });
}

function unsupported(operation: OperationEntry, actual: string): Refusal {
  const accepted = operation.body?.mediaType ?? 'no body at all';
  return new Refusal('MEDIA_TYPE_UNSUPPORTED', { actual, accepted });
}

/** `undefined` for invalid UTF-8. Most bodies are ASCII and need no decoding. */
function textOf(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  return text.startsWith('\u{FEFF}') ? text.slice(1) : text;
}
