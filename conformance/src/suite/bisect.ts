import { memo } from './check.ts';
import type { Exchange } from './exchange.ts';
import { isObject, type JsonObject } from './json.ts';
import { isDone, settled, shownBy, type Work } from './work.ts';

/** What a request with all variations showed. */
export interface Bisection<Name extends string = string> {
  /** The decisive work: with all variations if that succeeds, else with the variations that do. */
  readonly work: Work;
  /** Whether it succeeded. */
  readonly isFine: boolean;
  /** A variation that fails where the request without it succeeds, and both responses. */
  readonly failing?: { readonly name: Name; readonly shown: Exchange; readonly plain: Exchange };
}

/** Work with variations. Each request is sent once, however many checks use it. */
export type Bisected<Name extends string = string> = Work & {
  readonly read: () => Promise<Bisection<Name>>;
};

interface Options<Name extends string> {
  /** @param more members that differ from those of the plain request */
  readonly send: (label: string, more: JsonObject) => Work;
  readonly label: string;
  /** Members of the request, by variation; each must make no difference. */
  readonly variations: Readonly<Record<Name, JsonObject>>;
  /** The request without variations, if it has been sent anyway. */
  readonly plain?: Work;
  /** Work that must have finished before, successfully or not. */
  readonly after?: readonly (() => Promise<unknown>)[];
  /** Default: the work finishes successfully. */
  readonly isFine?: (work: Work) => Promise<boolean>;
}

/**
 * Sends one request with all variations. Only if it fails, further requests find out which variation is the reason: each
 * one alone, except the last, and a request without any.
 */
export function bisect<Name extends string>(options: Options<Name>): Bisected<Name> {
  const { send, label, variations, after = [], isFine = isDone } = options;
  const named: [Name, JsonObject][] = [];
  for (const name in variations) named.push([name, variations[name]]);
  const { plain = send(`${label}, in the usual form`, {}) } = options;

  const read = memo(async (): Promise<Bisection<Name>> => {
    for (const earlier of after) await settled(earlier);
    const all = send(label, named.map(([, more]) => more).reduce(merge, {}));
    if (await isFine(all)) return { work: all, isFine: true };
    let [suspect, odd, usual] = [named.at(-1)?.[0], all, plain];
    for (const [name, more] of named.slice(0, -1)) {
      const alone = send(`${label}, but for ${name} in the usual form`, more);
      const isAloneFine = await isFine(alone);
      await settled(alone.end);
      if (isAloneFine) usual = alone;
      else [suspect, odd, usual] = [name, alone, plain];
      if (!isAloneFine) break;
    }
    if (suspect === undefined || !(await isFine(usual))) return { work: usual, isFine: false };
    const failing = { name: suspect, shown: await shownBy(odd), plain: await shownBy(usual) };
    return { work: usual, isFine: true, failing };
  });
  return {
    read,
    start: async () => (await read()).work.start(),
    end: async () => (await read()).work.end(),
  };
}

/** The members of both, also within objects; of two values the second one counts. */
export function merge(base: JsonObject, more: JsonObject): JsonObject {
  const merged = Object.entries(more).map(([name, value]) => {
    const before = base[name];
    return [name, isObject(before) && isObject(value) ? merge(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}
