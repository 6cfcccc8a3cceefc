import type { CodeSample } from '../markdown/render.ts';
import type { Problem } from '../problems.ts';
import { canRun } from './other-programs.ts';

export interface SamplePage {
  /** Source file, for messages. */
  readonly file: string;
  /** Route of the page; names its folder. */
  readonly name: string;
  readonly samples: readonly CodeSample[];
}

/**
 * What readers run: usually everything, because the programs of different tabs do not disturb each other. Two servers of
 * different tabs would, so a page with a server in a tab is run once for each tab whose programs this machine can run.
 */
export function runsOf(page: SamplePage): readonly SamplePage[] {
  const hasServer = page.samples.some(({ meta, tab }) => meta.isBackground && tab !== undefined);
  if (!hasServer) return [page];
  const runs = tabsOf(page).map((tab) => inTab(page, tab));
  return runs.filter(({ samples }) => samples.every(({ code }) => canRun(code)));
}

/** The samples outside of tabs, and those in the first tab of each group. */
export function inFirstTab(page: SamplePage): SamplePage {
  return inTab(page, tabsOf(page)[0]);
}

function tabsOf({ samples }: SamplePage): string[] {
  return [...new Set(samples.flatMap(({ tab }) => tab ?? []))];
}

function inTab(page: SamplePage, tab: string | undefined): SamplePage {
  return { ...page, samples: page.samples.filter((one) => one.tab === undefined || one.tab === tab) };
}

/** A problem with a sample, at the line for its author. */
export function problemAt(page: SamplePage, line: number, message: string): Problem {
  return { file: page.file, line, message };
}
