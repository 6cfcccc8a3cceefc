import type { ReactNode } from 'react';
import { describeProblem } from '../model/describe-problem.ts';

/** Says that there is no data yet, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="notice notice-empty">
      <p className="notice-title">{title}</p>
      {children}
    </div>
  );
}

/** Shows an error, its cause, and how to fix it. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { title, messages, solutions } = describeProblem(error);
  return (
    <div className="notice notice-bad" role="alert">
      <p className="notice-title">{title}</p>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      {solutions.length > 0 && <p>{solutions.join(' ')}</p>}
      {onRetry !== undefined && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** A placeholder until the data has loaded. */
export function Loading({ what }: { what: string }) {
  return (
    <p className="loading" role="status">
      Loading {what}…
    </p>
  );
}
