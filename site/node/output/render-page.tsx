import { renderToString } from 'react-dom/server';
import { App } from '../../app/App.tsx';
import type { Boot } from '../../shared/site.ts';
import { type DocumentAssets, renderDocument } from './document.ts';

export interface PageInput {
  readonly boot: Boot;
  /** The article. */
  readonly html: string;
  readonly assets: DocumentAssets;
  /** Origin of the published site. */
  readonly url: string;
}

/** The whole document of a page. @throws Error naming the page when its tree cannot be rendered */
export function renderPage({ boot, html, assets, url }: PageInput): string {
  let body: string;
  try {
    body = renderToString(<App boot={boot} html={html} driver={null} />);
  } catch (cause) {
    throw new Error(`${boot.page.route} could not be rendered`, { cause });
  }
  return renderDocument({ boot, body, assets, url, isInteractive: boot.page.kind === 'reference' });
}
