import type { Page, SiteData } from '../../shared/site.ts';

export interface Twin {
  readonly page: Page;
  readonly text: string;
}

/** The index for language models: every page of the newest release with its description, by area. */
export function renderLlms(root: string, site: SiteData, twins: readonly Twin[]): string {
  const areas = new Map<string, string[]>();
  for (const { page } of listed(site, twins)) {
    const area = site.searchContexts.find(({ path }) => page.route.startsWith(path))?.label ?? 'Pages';
    const line = `- [${page.title}](${root}${page.route.slice(1)}index.md): ${page.description}`;
    areas.set(area, [...(areas.get(area) ?? []), line]);
  }
  const sections = [...areas].map(([area, lines]) => `## ${area}\n\n${lines.join('\n')}\n`);
  return `# ${site.title}\n\n> ${site.tagline}\n\n${sections.join('\n')}`;
}

/** All of that text in one file. */
export function renderLlmsFull(site: SiteData, twins: readonly Twin[]): string {
  return listed(site, twins)
    .map(({ text }) => text)
    .join('\n---\n\n');
}

function listed(site: SiteData, twins: readonly Twin[]): Twin[] {
  const last = site.docsVersions.find((version) => version.isLast)?.name;
  return twins.filter(({ page }) => !page.unlisted && (page.docs === null || page.docs.version === last));
}
