import type { ReactNode } from 'react';

/** A column of a table: its heading, and whether it holds numbers. */
export type Column = string | { readonly label: string; readonly isNumber: true };

/** The table of the console; on a small screen each row becomes a block. */
export function Rows({
  columns,
  caption,
  children,
}: {
  columns: readonly Column[];
  /** What the table lists, where no heading says so. */
  caption?: string;
  children: ReactNode;
}) {
  return (
    <div className="sheet">
      <table className="rows">
        {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => {
              const { label, isNumber } =
                typeof column === 'string' ? { label: column, isNumber: false } : column;
              return (
                <th key={label} scope="col" className={isNumber ? 'num' : undefined}>
                  {label}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
