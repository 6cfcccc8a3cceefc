import type { ReactNode } from 'react';
import { describeProblem } from '../model/describe-problem.ts';
import { CopyButton } from './CopyButton.tsx';

/** Says that there is no data yet, and what to do: the next step, and the command that does the same. */
export function Empty({
  title,
  action,
  command,
  children,
}: {
  title: string;
  action?: { readonly label: string; readonly href: string };
  command?: string;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
        <rect x="3" y="5" width="26" height="22" rx="4" />
        <path d="M3 12h26M9 18h8M9 22h5" />
      </svg>
      <p className="notice-title">{title}</p>
      {children}
      {action !== undefined && (
        <p>
          <a className="button" href={action.href}>
            {action.label}
          </a>
        </p>
      )}
      {command !== undefined && (
        <p className="command">
          <code>{command}</code>
          <CopyButton label="Copy" name={`Copy the command ${command}`} read={() => command} />
        </p>
      )}
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

/** A placeholder until the data has loaded: what is loading, and the outline of a table. */
export function Loading({ what }: { what: string }) {
  return (
    <div className="loading">
      <p role="status">Loading {what}…</p>
      <ul className="sheet" aria-hidden="true">
        <li />
        <li />
        <li />
      </ul>
    </div>
  );
}
