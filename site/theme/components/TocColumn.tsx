import { useRef } from 'react';
import { useTocHighlight } from '../hooks/use-toc-highlight.ts';
import { Kept } from './Kept.tsx';

/** The headings beside the article; the one being read is marked. */
export function TocColumn({ html }: { html: string | null }) {
  const column = useRef<HTMLElement>(null);
  useTocHighlight(column);
  return <Kept className="docs-toc" html={html} body={column} />;
}
