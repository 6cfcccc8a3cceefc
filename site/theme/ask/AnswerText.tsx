import { scrollable } from '../../shared/scrollable.ts';
import type { Answer } from './read-answer.ts';
import type { Block, Line, Piece } from './read-blocks.ts';

/** An answer with its citations and sources. */
export function AnswerText({ answer: { kind, blocks, sources } }: { answer: Answer }) {
  return (
    <>
      {kind === 'quoted' && <p className="ask-kind">Quoted passages, no language model</p>}
      <Blocks blocks={blocks} />
      {kind === 'refused' && (
        <p className="ask-hint">
          Ask in other words, with the terms of the documentation, or use the search.
        </p>
      )}
      {sources.length > 0 && (
        <ol className="ask-sources" aria-label="Sources">
          {sources.map(({ number: value, title, url }) => (
            <li key={value} value={value}>
              <a href={url}>{title}</a>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return number(blocks).map(({ item, key }) => <BlockText key={key} block={item} />);
}

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return (
        <p>
          <LineText line={block.line} />
        </p>
      );
    case 'code':
      return (
        <pre {...scrollable('Code')}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const items = number(block.items).map(({ item, key }) => (
        <li key={key}>
          <LineText line={item} />
        </li>
      ));
      return block.isNumbered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <TableText {...block} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
  }
}

/** The panel is narrow, so a row of a table is a term, and the other cells below it. */
function TableText({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <dl className="ask-rows">
      {number(rows).map(({ item: cells, key: row }) => (
        <div key={row}>
          {number(cells).map(({ item, key }, column) => {
            const Cell = column === 0 ? 'dt' : 'dd';
            return (
              <Cell key={key} data-label={labelOf(head, column)}>
                <LineText line={item} />
              </Cell>
            );
          })}
        </div>
      ))}
    </dl>
  );
}

/** Of two columns, the second says what the first means; more need their names. */
function labelOf(head: readonly Line[], column: number): string | undefined {
  if (head.length < 3 || column === 0) return undefined;
  return head[column]?.map((piece) => (piece.kind === 'citation' ? '' : piece.text)).join('');
}

function LineText({ line }: { line: Line }) {
  return number(line).map(({ item, key }) => <PieceText key={key} piece={item} />);
}

function PieceText({ piece }: { piece: Piece }) {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'code') return <code>{piece.text}</code>;
  const { number: value, title, url } = piece.source;
  return (
    <a className="ask-citation" href={url} aria-label={`Source ${value}: ${title}`}>
      {value}
    </a>
  );
}

/** An answer never changes, so the places of its parts are stable keys. */
function number<T>(items: readonly T[]): { item: T; key: string }[] {
  return items.map((item, index) => ({ item, key: String(index) }));
}
