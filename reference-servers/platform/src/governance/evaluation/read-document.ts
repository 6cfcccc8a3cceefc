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

/**
 * Reads a text under the name that messages call it by.
 * @throws Error when it cannot be read
 */
export type Reader = (name: string, text: string) => ReadDocument;

/** Reads a text each time. */
export const readNamed: Reader = (name, text) => {
  const { read, problem } = readDocument(text);
  if (read === undefined) throw new Error(`${name} cannot be read: ${problem}`);
  return read;
};

/**
 * Makes a reader that reads each text once under each name: many policies look at the same descriptor, and reading it costs
 * more than most of them. Under another name, an equal text is another document, as findings have to say which one they mean.
 */
export function createReader(): Reader {
  const known = new Map<string, ReadDocument>();
  return (name, text) => {
    const key = `${name}\n${text}`;
    const read = known.get(key) ?? readNamed(name, text);
    known.set(key, read);
    return read;
  };
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/:$/, '') ?? message;
}
