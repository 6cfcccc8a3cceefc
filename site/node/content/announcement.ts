import { existsSync } from 'node:fs';
import path from 'node:path';
import createParser from 'markdown-it';
import type { Announcement } from '../../shared/site.ts';
import { withBaseUrl } from '../../shared/urls.ts';
import { SITE_ROOT } from '../config.ts';
import { shortHash } from '../hash.ts';
import type { Problem } from '../problems.ts';
import { readYaml } from './read-yaml.ts';

const FILE = '_announcement.yaml';
const md = createParser({ html: false });

/**
 * The bar above the site, from `_announcement.yaml` beside the content: `text` (Markdown, one line), optionally `id`
 * and `closeable`. Without an id a new text is a new announcement. Null without the file.
 */
export function loadAnnouncement(
  contentDir: string,
  baseUrl: string,
  problems: Problem[],
): Announcement | null {
  const absolute = path.join(contentDir, FILE);
  if (!existsSync(absolute)) return null;
  const file = path.relative(SITE_ROOT, absolute);
  const read = readYaml(file, absolute, problems);
  if (read === null) return null;
  const value: unknown = read.document.toJS();
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : undefined;
  if (typeof value !== 'object' || value === null || typeof text !== 'string') {
    problems.push({ file, line: 1, message: 'an announcement needs a text' });
    return null;
  }
  return {
    id: 'id' in value && typeof value.id === 'string' ? value.id : shortHash(text),
    html: md.renderInline(text).replaceAll('href="/', () => `href="${withBaseUrl(baseUrl, '/')}`),
    closeable: !('closeable' in value && value.closeable === false),
  };
}
