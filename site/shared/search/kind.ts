/** What kinds of things are found, as a reader calls several of them. */
export type ResultKind =
  | 'Guides'
  | 'Operations'
  | 'Schemas'
  | 'Errors'
  | 'APIs'
  | 'Terms'
  | 'Releases'
  | 'Tutorials'
  | 'Requirements';

/** Where each kind has its address, the first that fits. */
const KINDS: readonly (readonly [RegExp, ResultKind])[] = [
  [/#tag\/|#webhook\//, 'Operations'],
  [/#schema\//, 'Schemas'],
  [/#error\//, 'Errors'],
  [/^\/(?:api|extension-points)\//, 'APIs'],
  [/\/p5_glossary\//, 'Terms'],
  [/\/p10_releases\//, 'Releases'],
  [/^\/tutorials\//, 'Tutorials'],
  [/^\/conformance\//, 'Requirements'],
];

/** What an address leads to. */
export function kindOf(url: string): ResultKind {
  return KINDS.find(([pattern]) => pattern.test(url))?.[1] ?? 'Guides';
}

const OPERATION = /#tag\/[^/]+\/([A-Z]+)(\/.*)$/;

/** Method and path of an operation, out of its address; null for anything else. */
export function operationAt(url: string): { readonly method: string; readonly path: string } | null {
  const [, method, path] = OPERATION.exec(url) ?? [];
  return method === undefined || path === undefined ? null : { method, path };
}

/** The route of the pages about conformance. */
export const REQUIREMENTS = '/conformance/';
const REQUIREMENT = /^\/conformance\/.*\/[a-z]+-\d+[a-z]?\/$/;
/** Words of a reader who looks for requirements. */
const REQUIRING: ReadonlySet<string> = new Set(['must', 'requirement', 'requirements', 'clause', 'clauses']);

/** A question for the meaning of a term. */
const DEFINITION =
  /^(?:what(?:'s| is| are| does)|(?:the )?(?:meaning|definition) of|define)\s+(?:an?\s+|the\s+)?(.+?)(?:\s+means?)?\s*\??$/i;

/** The term whose meaning a query asks for; null for any other query. */
export function termAskedFor(query: string): string | null {
  return DEFINITION.exec(query.trim())?.[1] ?? null;
}

/** True for the page of one requirement. */
export function isRequirement(url: string): boolean {
  return REQUIREMENT.test(url);
}

export function asksForRequirements(tokens: readonly string[]): boolean {
  return tokens.some((token) => REQUIRING.has(token));
}
