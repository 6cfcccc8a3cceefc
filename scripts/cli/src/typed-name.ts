import { basename } from 'node:path';
import { FORWARDED_COMMANDS } from './forwarded-commands.ts';

/** `tessera-platform try` is replaced before `tessera-platform`. */
const LONGEST_FIRST = FORWARDED_COMMANDS.toSorted((one, other) => other.words.length - one.words.length);

/**
 * A text with command lines as the user of this process types them: in a process of the command `tessera`,
 * `tessera-serve init` becomes `tessera init`. A program that was started by its own name keeps it.
 */
export function asTyped(text: string): string {
  if (basename(process.argv[1] ?? '', '.js') !== 'tessera') return text;
  return LONGEST_FIRST.reduce(
    (typed, { program, words, name }) =>
      typed.replaceAll(new RegExp(`${[program, ...words].join(' ')}(?![\\w.-])`, 'g'), `tessera ${name}`),
    text,
  );
}
