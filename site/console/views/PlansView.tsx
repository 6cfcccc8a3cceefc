import { useCallback, useState } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import { count, durationBetween, formatDate, formatDuration } from '../model/format.ts';
import { verbOf } from '../model/plan.ts';
import type { KnownPlan, PlanHistory } from '../model/plan-history.ts';
import { LiveView } from '../parts/LiveView.tsx';
import { Empty } from '../parts/Notice.tsx';
import { Status } from '../parts/Status.tsx';
import { useNow } from '../parts/use-now.ts';
import { usePageTitle } from '../parts/use-page-title.ts';
import { hashOf } from '../route.ts';

/** Plans that are shown at first, and how many more each time. */
const STEP = 25;

const isPlan = ({ kind }: NonNullable<Notice>): boolean => kind === 'plan';

/** All plans, newest first. */
export function PlansView({ history }: { history: PlanHistory }) {
  usePageTitle('Plans');
  const { settings } = useConnection();
  const [limit, setLimit] = useState(STEP);
  const read = useCallback((signal: AbortSignal) => history.latest(limit, signal), [history, limit]);
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

/** Plans as a table. */
function PlanTable({ plans }: { plans: readonly KnownPlan[] }) {
  const now = useNow(plans.some(({ stopTime }) => stopTime === undefined));
  return (
    <table className="rows">
      <thead>
        <tr>
          <th scope="col">Plan</th>
          <th scope="col">Status</th>
          <th scope="col">Environment</th>
          <th scope="col">Tasks</th>
          <th scope="col">Started</th>
          <th scope="col">Took</th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <PlanRow key={plan.id} plan={plan} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function PlanRow({ plan, now }: { plan: KnownPlan; now: number }) {
  const { id, unit, version, environment, status, tasks, startTime, stopTime } = plan;
  const done = tasks.filter((task) => task.status === 'COMPLETED').length;
  const took = durationBetween(startTime, stopTime, now);
  return (
    <tr>
      <th scope="row">
        <a className="row-link" href={hashOf(['plans', id])}>
          {verbOf(tasks)} {unit?.name ?? 'a unit'}
        </a>
        {version !== undefined && <span className="quiet"> {version}</span>}
      </th>
      <td data-label="Status">
        <Status value={status} />
      </td>
      <td data-label="Environment">{environment}</td>
      <td data-label="Tasks">
        {done} of {count(tasks.length, 'task')}
      </td>
      <td data-label="Started">{startTime === undefined ? 'not yet' : formatDate(startTime)}</td>
      <td data-label="Took">{took === undefined ? '' : formatDuration(took)}</td>
    </tr>
  );
}
