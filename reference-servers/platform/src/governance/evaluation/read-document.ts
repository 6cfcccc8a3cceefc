import { type Document, LineCounter, parseDocument } from 'yaml';

/** A descriptor with the places of its members. */
export interface ReadDocument {
  readonly document: Document;
  readonly lines: LineCounter;
  readonly value: unknown;
}

/** The result of parsing a descriptor. */
export type Reading =
  | { readonly read: ReadDocument; readonly problem?: never }
  /** Why it cannot be read, to continue a sentence. */
  | { readonly read?: never; readonly problem: string };

/** Maximum number of aliases in a descriptor: each can stand for a large part of it. */
const MOST_ALIASES = 100;

/** Parses YAML, and with it JSON. */
export function readDocument(text: string): Reading {
  const lines = new LineCounter();
  const document = parseDocument(text, { logLevel: 'silent', lineCounter: lines });
  const [error] = document.errors;
  // The first line names the place; the following lines draw it.
  if (error !== undefined) return { problem: firstLine(error.message) };
  try {
    return { read: { document, lines, value: document.toJS({ maxAliasCount: MOST_ALIASES }) } };
  } catch (cause) {
    return { problem: firstLine(cause instanceof Error ? cause.message : String(cause)) };
  }
}

/**
 * Parses a text under the name for messages.
 * @throws Error when it cannot be parsed
 */
export type Reader = (name: string, text: string) => ReadDocument;

/** Parses a text each time. */
export const readNamed: Reader = (name, text) => {
  const { read, problem } = readDocument(text);
  if (read === undefined) throw new Error(`${name} cannot be read: ${problem}`);
  return read;
};

/**
 * Makes a reader that parses each text once under each name: many policies read the same descriptor, and parsing it
 * costs more than most of them. Under another name, an equal text is another document, because findings name the
 * document.
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
