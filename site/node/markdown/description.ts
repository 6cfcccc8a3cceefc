import createParser from 'markdown-it';

const md = createParser({ html: false });

/** HTML of a description in a contract: paragraphs, lists and code, no headings of the page. */
export function renderDescription(markdown: string): string {
  return md.render(markdown);
}

/** The same for a table cell: inline markup only. */
export function renderInline(markdown: string): string {
  return md.renderInline(markdown);
}
