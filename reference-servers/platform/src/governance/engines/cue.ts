import type { EvaluationResultContent } from '@tessera/contracts/types/governance';
import type { Context } from '../../context.ts';
import type { Material } from '../evaluation/material.ts';
import { findResourceType } from '../resource-types/resource-type-store.ts';
import {
  type CueFinding,
  programFor,
  programOf,
  readFinding,
  readUnified,
  writePath,
} from './cue-program.ts';
import type { CueThread } from './cue-thread.ts';
import type { Engine } from './engine.ts';
import { placeOf } from './places.ts';
import { faultAt, findFault, isFault, type NamedScript, type ScriptFault } from './script-fault.ts';

/** CUE's result for a document. */
export interface CueVerdict {
  /** Empty when the document complies. */
  readonly findings: readonly CueFinding[];
  /** The document with the additions of the scripts; undefined when it does not comply. */
  readonly unified?: unknown;
}

/** Unifies a document with scripts. Throws when that fails for every document. */
export type Unify = (scripts: readonly NamedScript[], document: unknown) => Promise<CueVerdict>;

/** An implementation of CUE. */
export interface Cue {
  readonly unify: Unify;
  /** Why a script cannot be evaluated with any document; undefined for one that can. */
  readonly findFault: (script: NamedScript) => Promise<ScriptFault | undefined>;
}

/** Evaluates the script of an entity, after its resource type's script that prepares descriptors. */
export function cueEngine({ db }: Context, { unify }: Cue): Engine {
  return async ({ entity, material }) => {
    const { cueScript, resourceType } = entity.definition;
    if (cueScript === undefined) throw new Error('no cueScript says what to check');
    const preparation = (await findResourceType(db, resourceType))?.cuePreprocessScript;
    const scripts: NamedScript[] = [{ name: 'cueScript', text: cueScript }];
    if (preparation !== undefined) scripts.unshift({ name: 'cuePreprocessScript', text: preparation });
    const verdict = await unify(scripts, material.value);
    return entity.type === 'policy' ? judge(verdict, material) : measure(verdict, material);
  };
}

function judge({ findings }: CueVerdict, material: Material): EvaluationResultContent {
  return { isError: false, satisfiesPolicy: findings.length === 0, errors: sentencesOf(findings, material) };
}

/** The number of a metric is the member `value` of the script's result. */
function measure({ findings, unified }: CueVerdict, material: Material): EvaluationResultContent {
  const { value }: { value?: unknown } = Object(unified);
  if (typeof value === 'number' && Number.isFinite(value)) return { isError: false, value, errors: [] };
  const errors = sentencesOf(findings, material);
  return { isError: true, errors: errors.length > 0 ? errors : ['the script leads to no number in value'] };
}

function sentencesOf(findings: readonly CueFinding[], material: Material): string[] {
  return findings.map(({ path, message }) => {
    const name = path.length === 0 ? '' : `${writePath(path)}: `;
    return `${placeOf(material, path)}: ${name}${message}`;
  });
}

/** Maximum number of findings of one script; each costs an evaluation. */
const MOST_FINDINGS = 20;

/** CUE in a thread. */
export function cueInThread(thread: CueThread): Cue {
  return { unify: unifyInThread(thread), findFault: (script) => findFault(thread, script) };
}

/**
 * Unifies in a thread, which reports one finding at a time: the reported member is removed, and the rest is evaluated
 * again.
 */
function unifyInThread(thread: CueThread): Unify {
  return async (scripts, document) => {
    const texts = scripts.map(({ text }) => text);
    const findings: CueFinding[] = [];
    const leftOut = new Set<string>();
    let rest = document;
    while (findings.length < MOST_FINDINGS) {
      const { json, error } = await thread.evaluate(programFor(texts, rest, [...leftOut]));
      if (json !== undefined)
        return findings.length > 0 ? { findings } : { findings, unified: readUnified(json) };
      if (findings.length === 0) await checkScripts(thread, scripts);
      const finding = readFinding(error);
      const { path, message, isIncomplete } = finding;
      if (isFault(message)) throw faultAt(scripts, path, message);
      findings.push(finding);
      const [first] = path;
      if (first === undefined) break;
      leftOut.add(first);
      if (isIncomplete) continue;
      const without = omit(rest, path);
      if (without === rest) break;
      rest = without;
    }
    return { findings };
  };
}

/** An invalid script says nothing about a document. */
async function checkScripts(thread: CueThread, scripts: readonly NamedScript[]): Promise<void> {
  const { error } = await thread.evaluate(programOf(scripts.map(({ text }) => text)));
  if (error === undefined) return;
  for (const script of scripts) {
    const fault = await findFault(thread, script);
    if (fault !== undefined) throw fault;
  }
  const { path, message } = readFinding(error);
  throw faultAt(scripts, path, message);
}

/** A value without the member at a path; the same value when it has none. */
function omit(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
    return value;
  const inner: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  const without = rest.length === 0 ? undefined : omit(inner, rest);
  if (rest.length > 0 && without === inner) return value;
  if (Array.isArray(value)) {
    // The indexes of the other elements stay the same; removing an element would change them.
    return rest.length === 0 ? value : value.with(Number(name), without);
  }
  const others = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(rest.length === 0 ? others : [...others, [name, without]]);
}
