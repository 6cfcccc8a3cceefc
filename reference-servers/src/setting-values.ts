import { isOrigin } from './harness/allow-origin.ts';
import { UsageError } from './usage-error.ts';

/** The value of a setting, if given. */
export interface Said {
  readonly text: string | undefined;
  /** The flag or the variable. */
  readonly where: string;
}

/** Any text except an empty one, which a shell passes for an unset variable. */
export function readText({ text, where }: Said): string | undefined {
  if (text === '') throw new UsageError(`${where} is empty`);
  return text;
}

/** A whole number from `least` to `most`. */
export function readNumber({ text, where }: Said, most: number, least = 0): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > most || number < least) {
    const range = least === 0 ? `up to ${most}` : `from ${least} to ${most}`;
    throw new UsageError(`${where} is a whole number ${range}, not '${text}'`);
  }
  return number;
}

/** One of a few words. */
export function readChoice<T extends string>({ text, where }: Said, choices: readonly T[]): T | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((one) => one === text);
  if (choice === undefined) throw new UsageError(`${where} is one of ${choices.join(', ')}, not '${text}'`);
  return choice;
}

/** Texts separated by commas. */
export function readList({ text, where }: Said): string[] | undefined {
  if (text === undefined) return undefined;
  const list = text.split(',').map((part) => part.trim());
  if (list.includes('')) throw new UsageError(`${where} is a list separated by commas, not '${text}'`);
  return list;
}

/** Host names separated by commas. An address among them would match no host, so nothing would be sent to it. */
export function readHosts(said: Said): string[] | undefined {
  const hosts = readList(said);
  const address = hosts?.find((host) => host.includes('/'));
  if (address === undefined) return hosts;
  throw new UsageError(`${said.where} is a list of names such as a.example, not '${address}'`);
}

/** An address for HTTP. */
export function readUrl({ text, where }: Said): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:/i.test(text)) {
    throw new UsageError(`${where} is an address that begins with http:// or https://, not '${text}'`);
  }
  return text;
}

/** The origin of a site: scheme, host and port. */
export function readOrigin({ text, where }: Said): string | undefined {
  if (text === undefined || isOrigin(text)) return text;
  throw new UsageError(`${where} is an origin such as https://docs.example, without a path, not '${text}'`);
}

/** Whether something is on; off by default. */
export function readSwitch({ text, where }: Said): boolean {
  if (text === undefined || text === 'false' || text === '0') return false;
  if (text === 'true' || text === '1') return true;
  throw new UsageError(`${where} is true or false, not '${text}'`);
}

/** `200`, or `100-500`: from the first to the second. */
export function readRange(said: Said, most: number): readonly [number, number] | undefined {
  const { text, where } = said;
  if (text === undefined) return undefined;
  const [least = '', greatest = least, ...more] = text.split('-');
  const range = [least, greatest].map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
  const [from = Number.NaN, to = Number.NaN] = range;
  if (more.length > 0 || !(from <= to && to <= most)) {
    throw new UsageError(`${where} is a whole number up to ${most}, or two such as 100-500, not '${text}'`);
  }
  return [from, to];
}

/** A number from 0 to 1. */
export function readPart({ text, where }: Said): number | undefined {
  if (text === undefined) return undefined;
  const part = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || part > 1)
    throw new UsageError(`${where} is a number from 0 to 1, such as 0.25, not '${text}'`);
  return part;
}
