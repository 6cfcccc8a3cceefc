import { readOwnFile } from './own-files.ts';

/** What the documentation says about a requirement in more words than its sentence has. */
export interface Explanation {
  /** What is looked at, and what passes. */
  readonly means: string;
  /** What to do about a departure. */
  readonly fix: string;
}

/** Registers of requirements that several contracts share; each of the others belongs to one contract. */
const SHARED: readonly string[] = ['every-contract', 'tasks'];

const read = new Map<string, Readonly<Record<string, Explanation>>>();

/**
 * Where the page stands that explains a requirement: one page, whoever asks it. Its path, behind the address of the
 * documentation where that is known.
 */
export function pageOf(contract: string, requirement: string, docsUrl = ''): string {
  return `${docsUrl}/conformance/${registerOf(contract, requirement)}/${requirement.toLowerCase()}/`;
}

/** @throws Error when nobody has explained the requirement */
export function explanationOf(contract: string, requirement: string): Explanation {
  const register = registerOf(contract, requirement);
  const explanation = explanationsIn(register)[requirement];
  if (explanation === undefined)
    throw new Error(`requirements/explained/${register}.json does not say what ${requirement} means`);
  return explanation;
}

function registerOf(contract: string, requirement: string): string {
  return SHARED.find((name) => explanationsIn(name)[requirement] !== undefined) ?? contract;
}

/** Our own files: their shape is asserted by the tests. */
function explanationsIn(register: string): Readonly<Record<string, Explanation>> {
  const known = read.get(register);
  if (known !== undefined) return known;
  const content: Readonly<Record<string, Explanation>> = JSON.parse(
    readOwnFile(`requirements/explained/${register}.json`),
  );
  read.set(register, content);
  return content;
}
