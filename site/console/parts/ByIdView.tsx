import type { ReactNode } from 'react';
import type { Live } from '../api/use-live.tsx';
import { statusOf } from '../model/describe-problem.ts';
import { hashOf } from '../route.ts';
import { LiveView } from './LiveView.tsx';
import { Empty } from './Notice.tsx';
import { Crumb, ViewHead } from './ViewHead.tsx';

/** Something of governance whose id is in the address, below the way back to the policies; another id gets a page that says so. */
export function ByIdView<T>({
  live,
  id,
  noun,
  children,
}: {
  live: Live<T>;
  id: string;
  noun: string;
  children: (value: T) => ReactNode;
}) {
  return (
    <>
      <Crumb label="Policies" href={hashOf(['policies'])} />
      {statusOf(live.error) === 404 ? (
        <>
          <ViewHead title="Not found" />
          <Empty title={`There is no such ${noun}.`}>
            <p>
              The address names <code>{id}</code>.
            </p>
          </Empty>
        </>
      ) : (
        <LiveView live={live} what={`the ${noun}`}>
          {children}
        </LiveView>
      )}
    </>
  );
}
