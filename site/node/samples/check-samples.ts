import { rmSync } from 'node:fs';
import path from 'node:path';
import { SITE_ROOT } from '../config.ts';
import type { CodeMeta } from '../markdown/code-meta.ts';
import { isChecked, problemsOfMeta } from '../markdown/code-meta.ts';
import type { CodeSample } from '../markdown/render.ts';
import type { Problem } from '../problems.ts';
import { compileSamples } from './compile-samples.ts';
import { checkCue, closeCue } from './cue.ts';
import { needsOtherPrograms } from './other-programs.ts';
import { runSamples } from './run-samples.ts';
import { readDocuments, validateSample } from './validate-sample.ts';
import { problemAt, runsOf, type SamplePage } from './verdict.ts';
import { workspaceCommands } from './workspace-commands.ts';

/** Unique per process, so that several authors can check their pages at the same time. */
const FOLDER = path.join(SITE_ROOT, '.cache', 'samples', String(process.pid));
/** What `npx` starts on every page. */
const COMMANDS = workspaceCommands();
/** Pages that run at the same time: each starts separate servers. */
const PARALLEL = 3;

/** Runs, compiles and validates the samples of pages; returns the problems. */
export async function checkSamples(pages: readonly SamplePage[]): Promise<Problem[]> {
  try {
    const found = await inParallel(pages, PARALLEL, (page) => checkPage(page));
    return [...found.flat(), ...checkPrograms(pages)];
  } finally {
    await endChecks();
  }
}

/** Runs and validates the samples of one page; returns the problems. The caller calls `endChecks` after the last page. */
export async function checkPage(page: SamplePage): Promise<Problem[]> {
  const problems = await validatePage(page, path.join(FOLDER, 'cue'));
  if (!page.samples.some(({ meta }) => isSession(meta))) return problems;
  // Some pages write a project beside the folder in which their commands run.
  const folder = path.join(FOLDER, 'run', page.name.replaceAll('/', '_'), 'checkout');
  for (const run of runsOf(page)) {
    const found = await runSamples(run, { folder, commands: COMMANDS });
    if (found !== null) problems.push(found);
  }
  return problems;
}

/** Compiles all programs of pages in one run; returns the problems. */
export function checkPrograms(pages: readonly SamplePage[]): Problem[] {
  return compileSamples(pages, path.join(FOLDER, 'compile'));
}

/** Ends what the checks started, and deletes what they wrote. */
export async function endChecks(): Promise<void> {
  await closeCue();
  rmSync(FOLDER, { recursive: true, force: true });
}

function isSession({ mode, language }: CodeMeta): boolean {
  return mode === 'run' && language === 'bash';
}

async function validatePage(page: SamplePage, folder: string): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const sample of page.samples) {
    for (const message of problemsOfMeta(sample.meta)) problems.push(problemAt(page, sample.line, message));
    const isCue = sample.meta.language === 'cue' && ['compile', 'validate'].includes(sample.meta.mode ?? '');
    const problem = isCue ? await checkCue(sample, page, folder) : await problemOf(sample, page);
    if (problem) problems.push(problem);
  }
  return problems;
}

/** Problems of one sample, other than errors of running or compiling it. */
async function problemOf(sample: CodeSample, page: SamplePage): Promise<Problem | null> {
  const message = await complaintAbout(sample);
  return message === null ? null : problemAt(page, sample.line, message);
}

async function complaintAbout({ meta, code }: CodeSample): Promise<string | null> {
  const { mode, language } = meta;
  if (language === 'sh' && !needsOtherPrograms(code))
    return 'a sh block is not run: write "bash run", because a check can run these commands';
  if (!isChecked(meta) || mode === 'show-only' || mode === null) return null;
  if (language !== 'json' && language !== 'yaml') {
    const fits = mode === 'run' ? language !== 'cue' : mode === 'compile' && language !== 'bash';
    return fits ? null : `a ${language} block cannot be checked by ${mode}`;
  }
  if (mode === 'validate') return validateSample(code, meta);
  if (mode !== 'run' || meta.title === null)
    return `a ${language} block is checked by validate=..., or by run with the title of its file`;
  try {
    readDocuments(code, language);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Processes a list with several workers; the results are in the order of the list. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
}
