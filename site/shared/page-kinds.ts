import type { PageKind } from './site.ts';

/** Pages that say nothing by themselves: no engine lists them, and there is no Markdown of them. */
export const KINDS_WITHOUT_TEXT: ReadonlySet<PageKind> = new Set(['search', 'not-found']);
