/** Building blocks of Markdown for the tables about contracts. */

import { readableExample, type TextFile } from '../../reference/samples/text-files.ts';

/** A table; empty when there is no row. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${oneLine(item)}`).join('\n');
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

export function link(text: string, href: string): string {
  // Braces and spaces of a path end a Markdown address.
  return `[${text}](${encodeURI(href)})`;
}

export function fence(language: string, text: string): string {
  const marks = text.includes('```') ? '````' : '```';
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}

/** Sentences joined by a space; empty ones are left out. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Blocks joined by an empty line; empty ones are left out. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A list that shows each name above its value. */
export function factList(facts: readonly (readonly [name: string, value: string])[]): string {
  return blocks('::: section facts', list(facts.map(([name, value]) => `**${name}** ${value}`)), ':::');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}

/** A file with its name. */
export function fileFence({ name, text, language }: TextFile): string {
  return fence(`${language} title="${name}"`, text);
}

/** An example as JSON, with each long text in it as a separate block. */
export function exampleMarkdown(value: unknown): string {
  const { json, files } = readableExample(value);
  return blocks(fence('json', json), ...files.map(fileFence));
}
