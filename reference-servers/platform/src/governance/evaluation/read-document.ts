import { type Document, LineCounter, parseDocument } from 'yaml';

/** A descriptor with the places of its members. */
export interface ReadDocument {
  readonly document: Document;
  readonly lines: LineCounter;
  readonly value: unknown;
}

/** What the text of a descriptor was read to. */
export type Reading =
  | { readonly read: ReadDocument; readonly problem?: never }
  /** Why it cannot be read, to continue a sentence. */
  | { readonly read?: never; readonly problem: string };

/** Aliases that a descriptor may use: each can stand for a large part of it. */
const MOST_ALIASES = 100;

/** Reads YAML, and with it JSON. */
export function readDocument(text: string): Reading {
  const lines = new LineCounter();
  const document = parseDocument(text, { logLevel: 'silent', lineCounter: lines });
  const [error] = document.errors;
  // The first line names the place; those after it draw it.
  if (error !== undefined) return { problem: firstLine(error.message) };
  try {
    return { read: { document, lines, value: document.toJS({ maxAliasCount: MOST_ALIASES }) } };
  } catch (cause) {
    return { problem: firstLine(cause instanceof Error ? cause.message : String(cause)) };
  }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/:$/, '') ?? message;
}
