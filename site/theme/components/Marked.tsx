import type { Segment } from '../../shared/search/highlight.ts';

/** Text with the search words marked. */
export function Marked({ segments }: { segments: readonly Segment[] }) {
  let at = 0;
  return (
    <span>
      {segments.map(({ text, isMatch }) => {
        const key = at;
        at += text.length;
        return isMatch ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
      })}
    </span>
  );
}
