import type { EntityResult } from '@tessera/platform/routes';
import { formatDate } from '../model/format.ts';
import { NotEvaluated, Status, toneOf } from '../parts/Status.tsx';
import { hashOf } from '../route.ts';

/** The latest outcome of a policy or metric, with a link to its report. */
export function LastResult({ result }: { result: EntityResult | undefined }) {
  if (result === undefined) return <span className="quiet">none yet</span>;
  const { outcome, isError, creationTime, reportId } = result;
  const when = formatDate(creationTime);
  return (
    <span className="stack">
      <Outcome result={result} />
      <span className="small">
        {reportId === null ? (
          <span className="quiet">{when}, pushed</span>
        ) : (
          <a
            href={hashOf(['reports', reportId])}
            aria-label={`Report of ${when}: ${isError ? 'could not be evaluated' : outcome}`}
          >
            {when}
          </a>
        )}
      </span>
    </span>
  );
}

/** The outcome, with the number that a metric measured. */
export function Outcome({
  result: { outcome, isError, value },
}: {
  result: Pick<EntityResult, 'outcome' | 'isError' | 'value'>;
}) {
  return (
    <span className="pair">
      {isError ? <NotEvaluated tone={toneOf(outcome)} /> : <Status value={outcome} />}
      {value !== null && <span>{Number(value.toPrecision(6))}</span>}
    </span>
  );
}
