import { parseDocument } from 'yaml';
import { findUnstorable, UNSTORABLE } from '../text/storable.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A deployment unit as its descriptor describes it. */
export interface UnitDescriptor {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly environment: string;
  /** Template of the unit itself; absent when only its components are provisioned. */
  readonly infrastructureTemplateId: string | undefined;
  readonly useCaseTemplateId: string | undefined;
  /** The components of the first level; those inside a component are provisioned with it. */
  readonly components: readonly UnitComponent[];
  /** All members of the descriptor, without the wrapper `dataProduct`. */
  readonly fields: Fields;
}

/** A component of a deployment unit. */
export interface UnitComponent {
  readonly id: string;
  readonly name: string;
  readonly infrastructureTemplateId: string | undefined;
  readonly useCaseTemplateId: string | undefined;
  readonly dependsOn: readonly string[];
  /** Its entry in the descriptor. */
  readonly fields: Fields;
}

/** The result of parsing a descriptor. */
export type Reading =
  | { readonly unit: UnitDescriptor; readonly problem?: never }
  /** Why it cannot be read, to continue a sentence. */
  | { readonly unit?: never; readonly problem: string };

/** Maximum number of aliases in a descriptor: each can stand for a large part of it. */
const MOST_ALIASES = 100;

/** Texts that were parsed last; each task of a plan reads the same one, and YAML is slow to parse. */
const latest = new Map<string, Reading>();

/** Maximum number of concurrent plans whose text is parsed only once. */
const KEPT_READINGS = 8;

/** Parses the YAML text of a descriptor. The same text gives the same objects for a while. */
export function readUnit(text: string): Reading {
  const reading = latest.get(text) ?? parseUnit(text);
  latest.delete(text);
  latest.set(text, reading);
  const [oldest] = latest.keys();
  if (latest.size > KEPT_READINGS && oldest !== undefined) latest.delete(oldest);
  return reading;
}

/**
 * Parses the YAML text of a descriptor, bare or under `dataProduct`. Rejects text without a plannable unit; the
 * validation checks the rest.
 */
function parseUnit(text: string): Reading {
  const document = parseDocument(text, { logLevel: 'silent' });
  const [error] = document.errors;
  // The first line names the place; the following lines draw it.
  if (error !== undefined) return { problem: firstLine(error.message) };
  let root: unknown;
  try {
    root = document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (cause) {
    return { problem: firstLine(cause instanceof Error ? cause.message : String(cause)) };
  }
  if (!isFields(root)) return { problem: 'it is not a mapping' };
  // An escape in YAML writes what the text itself could not hold.
  const unstorable = findUnstorable(root);
  if (unstorable !== undefined) return { problem: `${unstorable} ${UNSTORABLE}` };
  const fields = isFields(root['dataProduct']) ? root['dataProduct'] : root;
  const { components } = fields;
  if (textOf(fields['id']) === undefined) return { problem: 'it has no id' };
  if (!Array.isArray(components)) return { problem: 'it has no list of components' };
  const nameless = components.findIndex((one) => !isFields(one) || textOf(one['id']) === undefined);
  if (nameless !== -1) return { problem: `components.${nameless} has no id` };
  return { unit: toUnit(fields, components.filter(isFields)) };
}

function toUnit(fields: Fields, components: readonly Fields[]): UnitDescriptor {
  const id = textOf(fields['id']) ?? '';
  return {
    id,
    name: textOf(fields['name']) ?? id,
    version: versionOf(fields['version']),
    environment: textOf(fields['environment']) ?? '',
    infrastructureTemplateId: textOf(fields['infrastructureTemplateId']),
    useCaseTemplateId: textOf(fields['useCaseTemplateId']),
    components: components.map(toComponent),
    fields,
  };
}

/** Reads the entry of a component. */
export function toComponent(fields: Fields): UnitComponent {
  const id = textOf(fields['id']) ?? '';
  const { dependsOn } = fields;
  return {
    id,
    name: textOf(fields['name']) ?? id,
    infrastructureTemplateId: textOf(fields['infrastructureTemplateId']),
    useCaseTemplateId: textOf(fields['useCaseTemplateId']),
    dependsOn: Array.isArray(dependsOn)
      ? dependsOn.filter((one): one is string => typeof one === 'string')
      : [],
    fields,
  };
}

/** A version such as 1.2 is a number in YAML. */
function versionOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : (textOf(value) ?? '');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/:$/, '') ?? message;
}
