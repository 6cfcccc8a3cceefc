import type { Chosen } from '@tessera/contracts/vocabulary';
import { renderDescription, renderInline } from '../../node/markdown/description.ts';

/** A description from a contract as block content. */
export function Description({ text }: { text: string }) {
  if (text === '') return null;
  return <div className="description" dangerouslySetInnerHTML={{ __html: renderDescription(text) }} />;
}

/** A description from a contract inside a sentence or a cell. */
export function Inline({ text }: { text: string }) {
  return <span dangerouslySetInnerHTML={{ __html: renderInline(text) }} />;
}

/** Why the contract says this although nothing required it. */
export function ChosenNote({ chosen }: { chosen: Chosen | undefined }) {
  if (chosen === undefined) return null;
  const reasons =
    typeof chosen === 'string' ? [chosen] : Object.entries(chosen).map(([about, why]) => `${about}: ${why}`);
  return (
    <details className="chosen">
      <summary>Choice of this toolkit</summary>
      {reasons.map((reason) => (
        <p key={reason}>
          <Inline text={reason} />
        </p>
      ))}
    </details>
  );
}

/** The contract version that introduced something. */
export function Since({ version }: { version: string | undefined }) {
  return version === undefined ? null : <span className="badge">since {version}</span>;
}
