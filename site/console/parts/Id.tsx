import { Fragment } from 'react';

/** Ends of the parts of an identifier: a hyphen already lets a line break, and a short end stays on its line. */
const PARTS = /(?<=[:._/])(?=.{3})/;

/** An identifier or a path; its lines break between its parts, not within a word. */
export function Id({ text }: { text: string }) {
  let at = 0;
  return text.split(PARTS).map((part) => {
    const key = at;
    at += part.length;
    return (
      <Fragment key={key}>
        {key > 0 && <wbr />}
        {part}
      </Fragment>
    );
  });
}

/** The identifier of what a row is about, below its name. */
export function RowId({ id }: { id: string }) {
  return (
    <code className="row-id">
      <Id text={id} />
    </code>
  );
}
