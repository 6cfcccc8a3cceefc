import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The only types of the contracts that the declarations name. */
const VOCABULARY = '@tessera/contracts/vocabulary';

/** Where declarations are found. */
export interface Origin {
  /** What the compiler wrote for the room. */
  readonly declarations: string;
  /** The generated contracts. */
  readonly contracts: string;
}

/** Copies a declaration and those that it names, each once, with the vocabulary of the contracts beside them. */
export function copyDeclarations(
  file: string,
  origin: Origin,
  target: string,
  done: Set<string> = new Set(),
): void {
  if (done.has(file)) return;
  done.add(file);
  const source = join(file === 'vocabulary.d.ts' ? origin.contracts : origin.declarations, file);
  if (!existsSync(source)) throw new Error(`${source} is missing: run npm run prepare, which compiles first`);
  const home = dirname(file);
  const text = readFileSync(source, 'utf8').replaceAll(VOCABULARY, () => {
    const path = relative(home, 'vocabulary.d.ts');
    return path.startsWith('.') ? path : `./${path}`;
  });
  const copy = join(target, file);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, text);
  for (const [, name = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)) {
    copyDeclarations(join(home, name).replace(/(?:\.d)?\.[jt]s$/, '.d.ts'), origin, target, done);
  }
}
