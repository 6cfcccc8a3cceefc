import { ResponseValue } from './response-values.ts';
import { TextFile } from './text-files.ts';

/** How a language writes values. */
export interface Notation {
  readonly indent: string;
  readonly scalar: (value: unknown) => string;
  readonly key: (name: string) => string;
  readonly file: (name: string) => string;
  readonly variable: (name: string) => string;
}

/** A value of JSON in the notation of a language, over several lines. */
export function literal(value: unknown, notation: Notation): string {
  if (value instanceof TextFile) return notation.file(value.name);
  if (value instanceof ResponseValue) return notation.variable(value.name);
  if (typeof value !== 'object' || value === null) return notation.scalar(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, notation))
    : Object.entries(value).map(([name, member]) => `${notation.key(name)}: ${literal(member, notation)}`);
  if (items.length === 0) return `${open}${close}`;
  const { indent } = notation;
  return `${open}\n${items.map((item) => `${indent}${indented(item, indent)},\n`).join('')}${close}`;
}

/** The lines of a text after the first one, moved to the right. */
export function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

/** Members with the values of parameters. */
export function inOneLine(values: Readonly<Record<string, unknown>>, notation: Notation): string[] {
  return Object.entries(values).map(([name, value]) => `${notation.key(name)}: ${literal(value, notation)}`);
}

/** The lines of a program. */
export function lines(...all: readonly string[]): string {
  return all.join('\n');
}
