import type { EntityResult } from '@tessera/platform/routes';
import { formatAgo, formatDate } from '../model/format.ts';
import { NotEvaluated, Status, toneOf } from '../parts/Status.tsx';
import { useNow } from '../parts/use-now.ts';
import { hashOf } from '../route.ts';

/** The latest outcome of a policy or metric, with a link to its report. */
export function LastResult({ result }: { result: EntityResult | undefined }) {
  const now = useNow(false);
  if (result === undefined) return <span className="quiet">none yet</span>;
  const { outcome, isError, creationTime, reportId } = result;
  const when = formatDate(creationTime);
  const ago = formatAgo(creationTime, now);
  return (
    <span className="stack">
      <Outcome result={result} />
      <span className="small">
        {reportId === null ? (
          <span className="quiet">{ago}, pushed</span>
        ) : (
          <a
            href={hashOf(['reports', reportId])}
            title={when}
            aria-label={`${ago}: report of ${when}, ${isError ? 'could not be evaluated' : outcome}`}
          >
            {ago}
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
