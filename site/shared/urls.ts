const PROTOCOL = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;
const HTML_SUFFIX = /(?:\/index)?\.html$/;

/** True for `https:`, `mailto:`, `//host` and everything else that leaves the site. */
export function isExternal(href: string): boolean {
  return PROTOCOL.test(href);
}

/** `/base`, `base/` and `/base/` are the same base: one slash at each end. */
export function normalizeBaseUrl(baseUrl: string): string {
  const inner = baseUrl.replace(/^\/+|\/+$/g, '');
  return inner === '' ? '/' : `/${inner}/`;
}

/** Puts the base URL before a route; leaves hashes, relative and external addresses alone. */
export function withBaseUrl(baseUrl: string, to: string): string {
  return to.startsWith('/') && !to.startsWith('//') ? baseUrl + to.slice(1) : to;
}

/** `/docs/x.html` and `/docs/x/index.html` both mean `/docs/x`; nothing left means `/`. */
export function stripHtmlSuffix(pathname: string): string {
  return pathname.trim().replace(HTML_SUFFIX, '') || '/';
}

/**
 * The route that a pathname of this site names, always with a slash at both ends; null outside the base URL.
 * @throws URIError when the pathname cannot be decoded
 */
export function routeOf(baseUrl: string, pathname: string): string | null {
  const decoded = decodeURI(pathname);
  if (`${decoded}/` === baseUrl) return '/';
  if (!decoded.startsWith(baseUrl)) return null;
  const rest = stripHtmlSuffix(`/${decoded.slice(baseUrl.length)}`).replace(/\/+$/, '');
  return rest === '/index' ? '/' : `${rest}/`;
}

/** Trailing slash and letter case do not matter for deciding which link is the current page. */
export function isSameRoute(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

/** What two addresses of the same page have in common. */
export function comparable(route: string): string {
  return route.replace(/\/+$/, '').toLowerCase();
}
