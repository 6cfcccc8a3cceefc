import type { MarkdownIt } from 'markdown-it';

/** Footnotes with accessible names, and without a separate line above them. */
export function addFootnoteStyle(md: MarkdownIt): void {
  md.renderer.rules['footnote_block_open'] = () => '<section class="footnotes" aria-label="Footnotes"><ol>\n';
  md.renderer.rules['footnote_anchor'] = (tokens, index) => {
    const { id, subId } = tokens[index]?.meta ?? {};
    const suffix = Number(subId) > 0 ? `:${subId}` : '';
    return ` <a href="#fnref${Number(id) + 1}${suffix}" aria-label="Back to the text">↩</a>`;
  };
}
