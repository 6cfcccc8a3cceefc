import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SITE_ROOT } from './config.ts';
import type { Content } from './content/load.ts';
import { editionsOf } from './content/versions.ts';
import { type CompiledPage, compileContent, compileSidebars } from './pages.tsx';
import type { Problem } from './problems.ts';
import { loadWholeContent } from './whole-content.ts';

/** Content that a test makes up, read as the build reads its own; the keys are paths such as `docs/p1_user/a.md`. */
export function madeUpContent(files: Readonly<Record<string, string>>): {
  content: Content;
  pages: readonly CompiledPage[];
  problems: readonly Problem[];
} {
  const cache = path.join(SITE_ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'made-up-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const problems: Problem[] = [];
    const content = loadWholeContent(folder, problems);
    const editions = editionsOf(content, []);
    const settings = { baseUrl: '/', editUrl: '' };
    const pages = compileContent(editions, compileSidebars(editions), settings, problems);
    return { content, pages, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A document with the front matter that every one needs, and more. */
export function madeUpPage(body: string, more = '', title = 'Made up'): string {
  const front = `title: ${title}\ndescription: A page of a test.\nstatus: concept\nchecked: 2.3.0\n${more}`;
  return `---\n${front}---\n\n${body}\n`;
}
