import { decodeTolerantly } from './user-info.ts';

/** Takes secrets out of everything that leaves a run: reports, reproducers, messages. */
export interface Redaction {
  headers(headers: Readonly<Record<string, string>>): Record<string, string>;
  text(text: string): string;
  /** A path with its query, or a whole address. */
  path(path: string): string;
}

export const REDACTED = '[redacted]';

const SECRET_NAME = /authorization|cookie|token|secret|password|api-?key|credential|session|signature/i;
/** Shorter values are left in texts: they would black out words that are no secrets. */
const SHORTEST = 4;

/** @param own Headers that the caller gave: their values are secrets wherever they show up. */
export function createRedaction(own: Readonly<Record<string, string>>, url: URL): Redaction {
  const values = [
    ...Object.entries(own).flatMap(([name, value]) =>
      SECRET_NAME.test(name) ? [value, ...value.split(/\s+/).slice(1)] : [],
    ),
    decodeTolerantly(url.password),
    url.password,
  ].flatMap((value) => [value, encodeURIComponent(value)]);
  const secrets = [...new Set(values)]
    .filter((value) => value.length >= SHORTEST)
    .sort((left, right) => right.length - left.length);
  const text = (plain: string): string =>
    secrets.reduce((kept, secret) => kept.replaceAll(secret, REDACTED), plain);
  return {
    text,
    path: (path) =>
      text(path).replaceAll(/([?&])([^=&#]+)=([^&#]*)/g, (pair, mark: string, name: string) =>
        SECRET_NAME.test(name) ? `${mark}${name}=${REDACTED}` : pair,
      ),
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          SECRET_NAME.test(name) ? REDACTED : text(value),
        ]),
      ),
  };
}
