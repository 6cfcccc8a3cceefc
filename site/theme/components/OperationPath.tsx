import type { Segment } from '../../shared/search/highlight.ts';
import type { operationAt } from '../../shared/search/kind.ts';
import { Marked } from './Marked.tsx';

interface OperationPathProps {
  readonly operation: NonNullable<ReturnType<typeof operationAt>>;
  /** The names of the operation in programs that were found, marked. */
  readonly name: readonly Segment[] | null;
}

/** The method and the path of an operation in a row of results. */
export function OperationPath({ operation: { method, path }, name }: OperationPathProps) {
  return (
    <code className="call">
      <b className={method.toLowerCase()}>{method}</b> {path}
      {name !== null && (
        <>
          {' · '}
          <Marked segments={name} />
        </>
      )}
    </code>
  );
}
