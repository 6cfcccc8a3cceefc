import { useCallback, useState } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import type { KnownPlan, PlanHistory } from '../model/plan-history.ts';
import { LiveView } from '../parts/LiveView.tsx';
import { Empty } from '../parts/Notice.tsx';
import type { Tone } from '../parts/Status.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { hashOf, useRoute } from '../route.ts';
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
  const chosen = useRoute().query.get('status') ?? ALL;
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
              <Tiles plans={plans} chosen={chosen} />
              <PlanTable plans={plans.filter(GROUPS[chosen]?.holds ?? (() => true))} />
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

interface Group {
  readonly label: string;
  readonly tone: Tone;
  readonly holds: (plan: KnownPlan) => boolean;
}

const ALL = 'all';
/** The groups that plans are counted in, by the name in the address. */
const GROUPS: Readonly<Record<string, Group>> = {
  [ALL]: { label: 'All plans', tone: 'still', holds: () => true },
  running: { label: 'Not finished', tone: 'calm', holds: ({ stopTime }) => stopTime === undefined },
  completed: { label: 'Completed', tone: 'good', holds: ({ status }) => status === 'COMPLETED' },
  failed: {
    label: 'Failed or stopped',
    tone: 'bad',
    holds: ({ status, stopTime }) => stopTime !== undefined && status !== 'COMPLETED',
  },
};

/** How many plans are in each group; each leads to its plans. */
function Tiles({ plans, chosen }: { plans: readonly KnownPlan[]; chosen: string }) {
  return (
    <ul className="tiles" aria-label="Plans by status">
      {Object.entries(GROUPS).map(([name, { label, tone, holds }]) => {
        const number = plans.filter(holds).length;
        return (
          <li key={name}>
            <a
              href={hashOf(['plans'], { status: name === ALL ? undefined : name })}
              aria-current={name === chosen ? 'true' : undefined}
              data-tone={number === 0 ? 'still' : tone}
            >
              <strong>{number}</strong> {label}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
