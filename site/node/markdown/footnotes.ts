import type { MarkdownIt } from 'markdown-it';

/** Footnotes with names that screen readers can say, and without a rule of their own. */
export function addFootnoteStyle(md: MarkdownIt): void {
  md.renderer.rules['footnote_block_open'] = () => '<section class="footnotes" aria-label="Footnotes"><ol>\n';
  md.renderer.rules['footnote_anchor'] = (tokens, index) => {
    const { id, subId } = tokens[index]?.meta ?? {};
    const suffix = Number(subId) > 0 ? `:${subId}` : '';
    return ` <a href="#fnref${Number(id) + 1}${suffix}" aria-label="Back to the text">↩</a>`;
  };
}
