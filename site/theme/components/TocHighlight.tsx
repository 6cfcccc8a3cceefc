import { useTocHighlight } from '../hooks/use-toc-highlight.ts';
import { useRoute } from '../route-context.tsx';

/** Marks in the contents beside the article which heading is being read. */
export function TocHighlight() {
  const { page } = useRoute();
  useTocHighlight(page.route);
  return null;
}
