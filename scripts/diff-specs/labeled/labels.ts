import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  pointerSegments,
} from '../../generate/json.ts';
import type { Party, Verdict } from '../policy.ts';

/** A change, and whom it breaks: labeled by hand, not by the program. */
export interface Label {
  readonly title: string;
  /** Name of the file that holds it. */
  readonly group: string;
  readonly area: string;
  readonly base: JsonObject;
  readonly head: JsonObject;
  readonly expected: { readonly [party in Party]: Verdict };
}

/** `append` and `move ... to: .../-` put a value at the end of a list. */
interface Edit {
  readonly set?: string;
  readonly append?: string;
  readonly remove?: string;
  readonly move?: string;
  readonly to?: Json;
  readonly value?: Json;
}

const VERDICTS: readonly Verdict[] = ['none', 'additive', 'breaking'];

/** All labeled changes: those of the made-up contract, and those of `techAdapter`. */
export function readLabels(techAdapter: JsonObject): Label[] {
  const folder = import.meta.dirname;
  const madeUp = asObject(parse(readFileSync(join(folder, 'base.yaml'), 'utf8')));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml') && file !== 'base.yaml')
    .sort()
    .flatMap((file) => {
      const group = file.replace('.yaml', '');
      const labels: Json = parse(readFileSync(join(folder, file), 'utf8'));
      return asArray(labels).map((raw) =>
        readLabel(group, asObject(raw), group === 'tech-adapter' ? techAdapter : madeUp),
      );
    });
}

function readLabel(group: string, raw: JsonObject, document: JsonObject): Label {
  const title = asString(raw['title']);
  const base = edit(document, raw['base'], title);
  return {
    title,
    group,
    area: asString(raw['area']) || 'extension-points',
    base,
    head: edit(base, raw['edit'], title),
    expected: { implementers: verdict(raw['implementers'], title), callers: verdict(raw['callers'], title) },
  };
}

function verdict(value: Json | undefined, title: string): Verdict {
  const found = VERDICTS.find((word) => word === value);
  if (found === undefined) throw new Error(`${title}: ${String(value)} is no verdict`);
  return found;
}

function edit(document: JsonObject, edits: Json | undefined, title: string): JsonObject {
  const copy = structuredClone(document);
  for (const raw of asArray(edits)) {
    try {
      apply(copy, asObject(raw));
    } catch (cause) {
      throw new Error(`${title}: ${JSON.stringify(raw)} cannot be applied`, { cause });
    }
  }
  return copy;
}

function apply(document: JsonObject, raw: JsonObject): void {
  const { set, append, remove, move, to, value }: Edit = raw;
  if (set !== undefined) put(document, set, structuredClone(to ?? null));
  if (append !== undefined) put(document, `${append}/-`, structuredClone(value ?? null));
  if (remove !== undefined) take(document, remove);
  if (move !== undefined) put(document, asString(to), take(document, move));
}

type Holder = Json[] | { [key: string]: Json };

function holderOf(document: JsonObject, pointer: string): { holder: Holder; key: string } {
  const segments = pointerSegments(pointer);
  const key = segments.pop() ?? '';
  let holder: unknown = document;
  for (const segment of segments) {
    if (Array.isArray(holder)) holder = holder[Number(segment)];
    else holder = isObject(holder) ? holder[segment] : undefined;
  }
  if (!isHolder(holder)) throw new Error(`${pointer} leads nowhere`);
  return { holder, key };
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

function put(document: JsonObject, pointer: string, value: Json): void {
  const { holder, key } = holderOf(document, pointer);
  if (!Array.isArray(holder)) holder[key] = value;
  else if (key === '-') holder.push(value);
  else holder[Number(key)] = value;
}

function take(document: JsonObject, pointer: string): Json {
  const { holder, key } = holderOf(document, pointer);
  const value = Array.isArray(holder) ? holder.splice(Number(key), 1)[0] : holder[key];
  if (value === undefined) throw new Error(`${pointer} holds nothing`);
  if (!Array.isArray(holder)) delete holder[key];
  return value;
}
