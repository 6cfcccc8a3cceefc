import type { ReactNode } from 'react';

/** The head of a view: the way back, its title and status, and its actions at the other end. */
export function ViewHead({
  title,
  crumb,
  status,
  note,
  children,
}: {
  title: ReactNode;
  crumb?: { readonly label: string; readonly href: string };
  status?: ReactNode;
  /** What the view is about, below the title. */
  note?: ReactNode;
  /** Buttons and links. */
  children?: ReactNode;
}) {
  return (
    <>
      {crumb !== undefined && <Crumb {...crumb} />}
      <div className="view-head">
        <h1>{title}</h1>
        {status}
        {note !== undefined && <p className="view-note">{note}</p>}
        {children !== undefined && <div className="view-actions">{children}</div>}
      </div>
    </>
  );
}

/** The way back to a list. */
export function Crumb({ label, href }: { label: string; href: string }) {
  return (
    <p className="crumbs">
      <a href={href}>{label}</a>
    </p>
  );
}
