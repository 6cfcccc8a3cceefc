/** What decides whether the shell handles a click on a link; a subset of MouseEvent and HTMLAnchorElement. */
export interface ClickFacts {
  readonly button: number;
  readonly hasModifier: boolean;
  readonly isPrevented: boolean;
  /** The link's own `href` attribute. */
  readonly rawHref: string;
  readonly url: URL;
  readonly target: string;
  readonly isDownload: boolean;
}

export interface SiteFacts {
  readonly origin: string;
  readonly baseUrl: string;
  /** Base-less routes that are separate documents. */
  readonly documentRoutes: readonly string[];
  /** True while one of them is on screen: Back then restores the document as the reader left it. */
  readonly isOnDocument: boolean;
}

const FILE = /\.(?!html$)[a-z\d]+$/i;

/** True when the click should swap the page in place; false leaves it to the browser. */
export function isClientNavigation(click: ClickFacts, site: SiteFacts): boolean {
  if (click.button !== 0 || click.hasModifier || click.isPrevented || click.isDownload) return false;
  if (click.target !== '' && click.target !== '_self') return false;
  if (click.rawHref.startsWith('#')) return false;
  return isOwnPage(click.url, site);
}

/** True for an address whose page can be fetched as a fragment. */
export function isOwnPage(url: URL, site: SiteFacts): boolean {
  if (site.isOnDocument || url.origin !== site.origin || !`${url.pathname}/`.startsWith(site.baseUrl))
    return false;
  if (FILE.test(url.pathname)) return false;
  const route = `/${url.pathname.slice(site.baseUrl.length)}`;
  return !site.documentRoutes.some((document) => `${route}/`.startsWith(document));
}

/** The link that an event occurred in, or null. */
export function anchorOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}
