import { readFileSync } from 'node:fs';
import type { Settings } from '../config.ts';
import { editionsOf } from '../content/versions.ts';
import { compileContent, compileSidebars } from '../pages.tsx';
import { loadWholeContent } from '../whole-content.ts';
import { type Report, reportOn } from './report.ts';

/** Routes that the documentation has to have, no more and no fewer. */
export function readTree(): string[] {
  const text = readFileSync(new URL('tree.txt', import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line.startsWith('/'));
}

/** The report on the site's own content; what is broken on a page is the business of the build. */
export function loadReport(settings: Settings): Report {
  const editions = editionsOf(loadWholeContent(settings.contentDir, []), []);
  const plain = { ...settings, baseUrl: '/' };
  return reportOn(compileContent(editions, compileSidebars(editions), plain, []), readTree());
}
