import type { PolicyReference } from '@tessera/platform/routes';
import { createContext, use } from 'react';
import { describeResult, splitReferences } from '../model/references.ts';
import { hashOf } from '../route.ts';

/** The policies that the texts of a view name. */
export const References = createContext<readonly PolicyReference[]>([]);

/** A text of the platform, with links to the policies and reports that it names. */
export function Linked({ text }: { text: string }) {
  let at = 0;
  return splitReferences(text, use(References)).map((piece) => {
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

/** The result of a task, with links. */
export function LinkedResult({ result }: { result: string }) {
  const { text, reportId } = describeResult(result);
  return (
    <p className="result">
      <Linked text={text} />
      {reportId !== undefined && (
        <>
          {' See all results in '}
          <a href={hashOf(['reports', reportId])}>report {reportId}</a>
        </>
      )}
    </p>
  );
}
