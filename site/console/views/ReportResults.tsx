import type { Finding, ResourceResult } from '../model/report.ts';
import { toneOf } from '../parts/Status.tsx';
import { hashOf } from '../route.ts';
import { Outcome } from './LastResult.tsx';
import { showLine } from './MarkedDescriptor.tsx';

/** Results of policies and metrics on one resource; each finding leads to its line. */
export function ReportResults({
  results,
  nameOf,
  hasDescriptor,
}: {
  results: readonly ResourceResult[];
  nameOf: (entityId: string) => string;
  hasDescriptor: boolean;
}) {
  return (
    <ul className="results sheet">
      {results.map((result) => (
        <li key={result.entityId} className="verdict" data-tone={toneOf(result.outcome)}>
          <div className="verdict-head">
            <a className="row-link" href={hashOf(['policies', result.entityId])}>
              {nameOf(result.entityId)}
            </a>
            <Outcome result={result} />
          </div>
          {result.range !== undefined && <p className="quiet small">Range: {result.range}</p>}
          {result.isError && <p className="quiet small">There is no verdict on the resource.</p>}
          <Findings findings={result.findings} hasDescriptor={hasDescriptor} entityId={result.entityId} />
        </li>
      ))}
    </ul>
  );
}

function Findings({
  findings,
  hasDescriptor,
  entityId,
}: {
  findings: readonly Finding[];
  hasDescriptor: boolean;
  entityId: string;
}) {
  if (findings.length === 0) return null;
  return (
    <ul className="findings">
      {findings.map(({ key, place, isAboutScript, message }) => (
        <li key={key}>
          {place !== undefined && isAboutScript && (
            <a href={hashOf(['policies', entityId])}>
              Script, line {place.line}, column {place.column}
            </a>
          )}
          {place !== undefined && !isAboutScript && hasDescriptor && (
            <button type="button" className="link" onClick={() => showLine(place.line)}>
              Line {place.line}, column {place.column}
            </button>
          )}{' '}
          {message}
        </li>
      ))}
    </ul>
  );
}
