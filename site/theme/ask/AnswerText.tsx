import type { Answer, Block, Piece } from './read-answer.ts';

/** An answer with its citations and sources. */
export function AnswerText({ answer: { kind, blocks, sources } }: { answer: Answer }) {
  return (
    <>
      {kind === 'quoted' && <p className="ask-kind">Quoted passages, no language model</p>}
      {number(blocks).map(({ item, key }) => (
        <BlockText key={key} block={item} />
      ))}
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

function BlockText({ block: { isQuote, pieces } }: { block: Block }) {
  const all = number(pieces).map(({ item, key }) => ({ item, text: <PieceText key={key} piece={item} /> }));
  if (!isQuote) return <p>{all.map(({ text }) => text)}</p>;
  // A long passage is cut; what it cites is not.
  const isCited = ({ item }: { readonly item: Piece }): boolean => item.kind === 'citation';
  return (
    <blockquote>
      <span className="ask-quote">{all.filter((one) => !isCited(one)).map(({ text }) => text)}</span>
      {all.filter(isCited).map(({ text }) => text)}
    </blockquote>
  );
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
