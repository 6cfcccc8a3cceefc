import { useCallback, useState } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import type { PlanHistory } from '../model/plan-history.ts';
import { LiveView } from '../parts/LiveView.tsx';
import { Empty } from '../parts/Notice.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { hashOf } from '../route.ts';
import { PlanTable } from './PlanTable.tsx';

/** Plans that are shown initially, and how many more each time. */
const STEP = 25;

const isPlan = ({ kind }: NonNullable<Notice>): boolean => kind === 'plan';

/** All plans, newest first. */
export function PlansView({ history }: { history: PlanHistory }) {
  usePageTitle('Plans');
  const { settings } = useConnection();
  const [limit, setLimit] = useState(STEP);
  const read = useCallback(
    (signal: AbortSignal) => history.latest({ count: limit }, signal),
    [history, limit],
  );
  const live = useLive(read, isPlan);
  return (
    <>
      <div className="view-head">
        <h1>Plans</h1>
        <a className="button button-primary" href={hashOf(['deploy'])}>
          Deploy a unit
        </a>
      </div>
      <LiveView live={live} what="plans">
        {({ plans, hasMore }) =>
          plans.length === 0 ? (
            <Empty title="There are no plans yet.">
              <p>
                A plan is the list of tasks that one request is made of. Deploy the sample to{' '}
                {settings.environments[0]} to see one: <a href={hashOf(['deploy'])}>open the deploy form</a>.
              </p>
            </Empty>
          ) : (
            <>
              <PlanTable plans={plans} />
              {hasMore && (
                <button type="button" className="button" onClick={() => setLimit(limit + STEP)}>
                  Show earlier plans
                </button>
              )}
            </>
          )
        }
      </LiveView>
    </>
  );
}
