import { readOwnFile } from './own-files.ts';

/** A longer description of a requirement for the documentation. */
export interface Explanation {
  /** What the check reads, and what passes. */
  readonly means: string;
  /** How to fix a violation. */
  readonly fix: string;
}

/** Registers of requirements that several contracts share; each of the others belongs to one contract. */
const SHARED: readonly string[] = ['every-contract', 'tasks'];

const read = new Map<string, Readonly<Record<string, Explanation>>>();

/**
 * The page that explains a requirement: one page for all contracts. Its path, after the address of the documentation if
 * that is known.
 */
export function pageOf(contract: string, requirement: string, docsUrl = ''): string {
  return `${docsUrl}/conformance/${registerOf(contract, requirement)}/${requirement.toLowerCase()}/`;
}

/** @throws Error when the requirement has no explanation */
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

/** Files of this project: the tests assert their shape. */
function explanationsIn(register: string): Readonly<Record<string, Explanation>> {
  const known = read.get(register);
  if (known !== undefined) return known;
  const content: Readonly<Record<string, Explanation>> = JSON.parse(
    readOwnFile(`requirements/explained/${register}.json`),
  );
  read.set(register, content);
  return content;
}
