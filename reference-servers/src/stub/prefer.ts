import { isUtf8 } from 'node:buffer';

/** The preferences of a caller (RFC 7240). */
export interface Preference {
  /** A status that the contract declares. */
  readonly code?: string;
  /** Name of an example of the contract. */
  readonly example?: string;
}

/** `name`, `name=token` or `name="text"`, then parameters, which are ignored. */
const ONE = /^([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s;"]+)))?\s*(?:;.*)?$/;

/** Parses the header `Prefer`; unknown preferences are ignored, and the first of two counts, as RFC 7240 requires. */
export function readPrefer(header: string | readonly string[] | undefined): Preference {
  const found: { code?: string; example?: string } = {};
  for (const part of splitList(decodeHeader([header ?? []].flat().join(',')))) {
    const [, name = '', quoted, plain] = ONE.exec(part.trim()) ?? [];
    const value = quoted ?? plain;
    if (value === undefined) continue;
    const asked = name.toLowerCase();
    if ((asked === 'code' || asked === 'example') && found[asked] === undefined) found[asked] = value;
  }
  return found;
}

/** The header `Preference-Applied` with the applied preferences; `undefined` without any. */
export function describeApplied({ code, example }: Preference): string | undefined {
  const applied = [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined ? [] : [writeParameter('example', example)]),
  ];
  return applied.length === 0 ? undefined : applied.join(', ');
}

/** Encodes a value for a header: quoted (RFC 9110, 5.6.4), or encoded (RFC 8187) if it is not ASCII. */
export function writeParameter(name: string, text: string): string {
  return /^[\x20-\x7e]*$/.test(text)
    ? `${name}="${text.replaceAll(/["\\]/g, '\\$&')}"`
    : `${name}*=UTF-8''${encodeURIComponent(text)}`;
}

/** Senders write UTF-8, and Node decodes every byte as a character. */
function decodeHeader(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}

/** Splits at commas outside of quotes. */
function splitList(text: string): readonly string[] {
  return text.match(/(?:[^,"]|"[^"]*")+/g) ?? [];
}
