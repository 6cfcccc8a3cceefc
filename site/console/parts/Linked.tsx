import { splitReferences } from '../model/references.ts';
import { hashOf } from '../route.ts';

/** A sentence of the platform, with links to the policies and reports that it names. */
export function Linked({ text }: { text: string }) {
  let at = 0;
  return splitReferences(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    if (piece.route === undefined) return <span key={key}>{piece.text}</span>;
    return (
      <a key={key} href={hashOf(piece.route)}>
        {piece.text}
      </a>
    );
  });
}
