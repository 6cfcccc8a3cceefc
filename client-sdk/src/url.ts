import type { CallEntry } from '@tessera/contracts/call-table';

/** The values that a request puts into its address. */
export interface UrlValues {
  /** Stands for the only path parameter of an operation that follows a task. */
  readonly token?: string | undefined;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/**
 * Writes the address of a request (OpenAPI 3.1, 4.8.12.3: `simple` in the path, `form` in the query). Throws
 * `TypeError` for a path parameter that is missing, or that the runtime would turn into the path of something else.
 */
export function writeUrl(baseUrl: string, { lists, path: template }: CallEntry, values: UrlValues): string {
  const path = template.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = values.token ?? values.path?.[name];
    if (/^\.{0,2}$/.test(`${value ?? ''}`)) throw new TypeError(`${name} is ${JSON.stringify(value)}`);
    return encodeURIComponent(`${value}`);
  });
  const query = Object.entries(values.query ?? {})
    .flatMap(([name, value]) => {
      const items = [value].flat().filter((item) => item !== undefined && item !== null);
      const written = items.map((item) => encodeURIComponent(`${item}`));
      const parts = lists?.includes(name) && items.length > 0 ? [written.join()] : written;
      return parts.map((part) => `${encodeURIComponent(name)}=${part}`);
    })
    .join('&');
  return `${baseUrl}${path}${query && `?${query}`}`;
}
