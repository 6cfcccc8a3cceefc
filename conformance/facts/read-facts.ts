import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Reads a file of this folder. Unexpected content shows up as a difference in the tests, not as an exception. */
export function readFacts(name: string): Record<string, unknown> {
  return asRecord(parse(readFileSync(join(import.meta.dirname, name), 'utf8'), { merge: true }));
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? [...value] : [];
}

/** The words of a text, or of all texts in a list. */
export function wordsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value])
    .flatMap((text) => (typeof text === 'string' ? text.split(/\s+/) : []))
    .filter((word) => word !== '');
}
