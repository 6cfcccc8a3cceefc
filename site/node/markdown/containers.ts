import type { MarkdownIt } from 'markdown-it';
import container from 'markdown-it-container';
import { escapeHtml } from '../output/escape.ts';

const ADMONITIONS = { note: 'Note', tip: 'Tip', info: 'Info', warning: 'Warning', danger: 'Danger' } as const;

/** Adds the blocks that begin with `:::`: admonitions, `details`, a filter of what follows, and plain sections named by their class. */
export function addContainers(md: MarkdownIt): void {
  for (const [kind, title] of Object.entries(ADMONITIONS)) addAdmonition(md, kind, title);
  md.use(container, 'details', {
    render: (tokens, index) =>
      tokens[index]?.nesting === 1
        ? `<details><summary>${escapeHtml(titleOf('details', tokens[index].info) ?? 'Details')}</summary><div class="details-body">\n`
        : '</div></details>\n',
  });
  md.use(container, 'filter', {
    render: (tokens, index) => {
      if (tokens[index]?.nesting !== 1) return '</div>\n';
      const title = escapeHtml(titleOf('filter', tokens[index].info) ?? 'Filter');
      return `<div class="filter needs-js"><input type="search" aria-label="${title}" placeholder="${title}"> <span role="status"></span>`;
    },
  });
  md.use(container, 'section', {
    render: (tokens, index) =>
      tokens[index]?.nesting === 1
        ? `<section class="${escapeHtml(titleOf('section', tokens[index].info) ?? '')}">\n`
        : '</section>\n',
  });
}

function addAdmonition(md: MarkdownIt, kind: string, defaultTitle: string): void {
  md.use(container, kind, {
    render: (tokens, index) => {
      if (tokens[index]?.nesting !== 1) return '</div>\n';
      const title = titleOf(kind, tokens[index].info) ?? defaultTitle;
      return `<div class="admonition ${kind}" role="note"><p class="admonition-title">${escapeHtml(title)}</p>\n`;
    },
  });
}

function titleOf(name: string, info: string): string | null {
  const rest = info
    .trim()
    .slice(name.length)
    .trim()
    .replace(/^\[(.*)\]$/, '$1');
  return rest === '' ? null : rest;
}
