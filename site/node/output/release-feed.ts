import { releases } from '@tessera/contracts/releases';
import type { SiteData } from '../../shared/site.ts';
import type { CompiledPage } from '../pages.tsx';
import { releasePage } from '../release-pages/wording.ts';
import { escapeHtml } from './escape.ts';

/** RSS of the releases, newest first, each with its release notes. Releases have no dates, so the items have none. */
export function renderReleaseFeed(root: string, site: SiteData, compiled: readonly CompiledPage[]): string {
  const routes = new Set(compiled.map(({ page }) => page.route));
  const items = releases.map(({ version, contracts }, index) => {
    const before: Readonly<Record<string, string>> = releases[index - 1]?.contracts ?? {};
    const changed = Object.entries(contracts).filter(
      ([name, contractVersion]) => before[name] !== contractVersion,
    );
    const text =
      changed.length === 0
        ? 'No contract has changed.'
        : `Contracts: ${changed.map(([name, contractVersion]) => `${name} ${contractVersion}`).join(', ')}.`;
    const notes = releasePage.notes(version);
    const link = root + (routes.has(notes) ? notes.slice(1) : '');
    return `<item><title>${escapeHtml(`${site.title} ${version}`)}</title><link>${escapeHtml(link)}</link><guid isPermaLink="false">${version}</guid><description>${escapeHtml(text)}</description></item>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeHtml(site.title)} releases</title><link>${escapeHtml(root)}</link>`,
    `<atom:link href="${escapeHtml(root)}releases.xml" rel="self" type="application/rss+xml"/>`,
    `<description>${escapeHtml(`Every release of ${site.title}, with the contracts that changed.`)}</description><language>en</language>`,
    ...items.toReversed(),
    '</channel></rss>',
    '',
  ].join('\n');
}
