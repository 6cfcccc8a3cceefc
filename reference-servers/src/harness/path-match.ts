import type { BoundMount } from './mount.ts';

/** Methods that a path of a mount supports, `HEAD` wherever `GET`; empty for an unknown path. */
export function allowedMethods({ prefix, operations, documentPath }: BoundMount, url: string): string[] {
  const path = pathOf(url).slice(prefix.length);
  const methods = operations.filter(({ entry }) => fits(entry.path, path)).map(({ entry }) => entry.method);
  if (path === documentPath) methods.push('GET');
  if (methods.includes('GET')) methods.push('HEAD');
  return [...new Set(methods)].sort();
}

/** Path of a request, without its query. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

/** True when a path matches a template with names in braces. */
export function fits(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return false;
  return wanted.every((segment, index) => {
    const actual = given[index] ?? '';
    if (!segment.includes('{')) return segment === actual;
    const parts = segment.split(/\{[^}]*\}/).map((part) => part.replaceAll(/[.+^$()|[\]\\*?]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`).test(actual);
  });
}
