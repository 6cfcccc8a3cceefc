import { type LineCounter, LineCounter as Lines, parseDocument } from 'yaml';
import { apiOf, coveredOf, splitReference, UnknownName } from '../contract-docs/catalog.ts';
import type { Problem } from '../problems.ts';
import { isKnownSince, knownReleases, NEXT } from './releases.ts';

/** The fields of a Markdown file, between two lines of `---`. */
export interface FrontMatter {
  readonly title: string;
  readonly description: string;
  /** What readers call the topics of the page and the page does not: the search finds it by these words, too. */
  readonly keywords?: readonly string[];
  readonly sidebar_label?: string;
  readonly sidebar_position?: number;
  readonly toc?: boolean;
  readonly unlisted?: boolean;
  readonly draft?: boolean;
  readonly updated?: string;
  readonly layout?: 'home' | 'page';
  readonly sidebar?: boolean;
  /** Whether a contract contains what the page says, or the page explains something beyond the contracts. */
  readonly status?: 'contract' | 'concept';
  /** Ids of the APIs whose values the page prints. */
  readonly contracts?: readonly string[];
  /** Operations that the page covers, as `API#operationId`. */
  readonly operations?: readonly string[];
  /** Release of the contracts that the page was last checked against. */
  readonly checked?: string;
  /** The release that introduced the subject of the page; `next` before its release. */
  readonly since?: string;
}

interface Field {
  readonly required?: boolean;
  readonly type: 'string' | 'number' | 'boolean' | 'strings';
  readonly check?: (value: unknown) => string | null;
}

const DESCRIPTION_MAX = 160;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const LAYOUTS = ['home', 'page'];
const STATUSES = ['contract', 'concept'];

const FIELDS: Readonly<Record<keyof FrontMatter, Field>> = {
  title: { required: true, type: 'string' },
  description: {
    required: true,
    type: 'string',
    check: (value) =>
      String(value).length > DESCRIPTION_MAX ? `is longer than ${DESCRIPTION_MAX} characters` : null,
  },
  keywords: { type: 'strings' },
  sidebar_label: { type: 'string' },
  sidebar_position: { type: 'number' },
  toc: { type: 'boolean' },
  unlisted: { type: 'boolean' },
  draft: { type: 'boolean' },
  updated: {
    type: 'string',
    check: (value) => (ISO_DATE.test(String(value)) ? null : 'is not a date like 2025-01-31'),
  },
  layout: {
    type: 'string',
    check: (value) => (LAYOUTS.includes(String(value)) ? null : `is not one of ${LAYOUTS.join(', ')}`),
  },
  sidebar: { type: 'boolean' },
  status: {
    type: 'string',
    check: (value) => (STATUSES.includes(String(value)) ? null : `is not one of ${STATUSES.join(', ')}`),
  },
  contracts: { type: 'strings', check: (value) => complaintOf(value, apiOf) },
  operations: { type: 'strings', check: (value) => complaintOf(value, coveredOf) },
  checked: {
    type: 'string',
    check: (value) => (knownReleases().includes(String(value)) ? null : `is no release of the contracts`),
  },
  since: {
    type: 'string',
    check: (value) => (isKnownSince(String(value)) ? null : `is neither ${NEXT} nor a release`),
  },
};

/** The allowed fields of front matter. */
export const FRONT_MATTER_KEYS: readonly string[] = Object.keys(FIELDS);

export interface SplitSource {
  readonly frontMatter: FrontMatter;
  readonly body: string;
  /** Lines before the body, so that line numbers in the body can be given for the file. */
  readonly bodyOffset: number;
}

/** Splits a Markdown file; problems of its front matter go into `problems`. */
export function splitFrontMatter(file: string, source: string, problems: Problem[]): SplitSource | null {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(source);
  if (match?.[1] === undefined) {
    problems.push({
      file,
      line: 1,
      message: 'front matter is missing: the file must begin with a line of ---',
    });
    return null;
  }
  const lines = new Lines();
  const document = parseDocument(match[1], { lineCounter: lines, schema: 'core' });
  for (const error of document.errors) {
    problems.push({ file, line: error.linePos ? error.linePos[0].line + 1 : 1, message: error.message });
  }
  if (document.errors.length > 0) return null;
  const value: unknown = document.toJS();
  const found = checkFields(value, (key) => lineOfKey(match[1] ?? '', key, lines));
  problems.push(...found.map((problem) => ({ file, ...problem })));
  if (found.length > 0) return null;
  return {
    frontMatter: value as FrontMatter, // every field was just checked against FIELDS
    body: source.slice(match[0].length),
    bodyOffset: match[0].split('\n').length - 1,
  };
}

function checkFields(value: unknown, lineOf: (key: string) => number): { line: number; message: string }[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ line: 1, message: 'front matter is not a mapping' }];
  }
  const entries = new Map(Object.entries(value));
  const known = Object.entries(FIELDS);
  const unknownKeys = [...entries.keys()].filter((key) => !Object.hasOwn(FIELDS, key));
  const messages = unknownKeys.map((key) => ({
    line: lineOf(key),
    message: `front matter key "${key}" is unknown; known keys: ${known.map(([name]) => name).join(', ')}`,
  }));
  for (const [key, field] of known) {
    const message = checkField(key, field, entries.get(key));
    if (message !== null) messages.push({ line: lineOf(key), message });
  }
  return messages;
}

function checkField(key: string, field: Field, value: unknown): string | null {
  if (value === undefined || value === null) {
    return field.required ? `front matter key "${key}" is missing` : null;
  }
  if (field.type === 'strings' && !isListOfStrings(value))
    return `front matter key "${key}" is not a list of words`;
  if (field.type !== 'strings' && typeof value !== field.type)
    return `front matter key "${key}" is not a ${field.type}`;
  const complaint = field.check?.(value) ?? null;
  return complaint === null ? null : `front matter key "${key}" ${complaint}`;
}

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function complaintOf(value: unknown, find: (name: string) => unknown): string | null {
  for (const name of Array.isArray(value) ? value : []) {
    try {
      find(String(name));
    } catch (error) {
      if (!(error instanceof UnknownName)) throw error;
      return `has an unknown name: ${error.message}`;
    }
  }
  return null;
}

/** Missing front matter of a page of the documentation, beyond what every page has. */
export function missingInDocument({ status, checked, contracts, operations }: FrontMatter): string[] {
  const named = (contracts?.length ?? 0) + (operations?.length ?? 0);
  return [
    ...(status === undefined ? ['front matter key "status" is missing: contract or concept'] : []),
    ...(checked === undefined ? ['front matter key "checked" is missing: a release of the contracts'] : []),
    ...(status === 'contract' && named === 0
      ? ['status contract needs the key "contracts" or "operations"']
      : []),
  ];
}

/** APIs whose values a page may print. */
export function contractsOf({ contracts = [], operations = [] }: FrontMatter): string[] {
  return [...new Set([...contracts, ...operations.map((name) => splitReference(name)[0])])];
}

function lineOfKey(yaml: string, key: string, lines: LineCounter): number {
  const at = yaml.split('\n').findIndex((line) => line.startsWith(`${key}:`));
  // The opening --- is line 1 of the file.
  return at === -1 ? 1 : lines.linePos(0).line + at + 1;
}
