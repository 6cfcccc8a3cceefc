import type { SiteData } from '../../shared/site.ts';

/** Name and appearance of the installed site. */
export function renderManifest({ title, tagline, baseUrl }: SiteData): string {
  const manifest = {
    name: title,
    short_name: title,
    description: tagline,
    start_url: baseUrl,
    scope: baseUrl,
    display: 'minimal-ui',
    background_color: '#fdfcfa',
    theme_color: '#a8430c',
    icons: [{ src: `${baseUrl}icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
