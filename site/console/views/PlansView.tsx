import { useCallback, useState } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import type { KnownPlan, PlanHistory } from '../model/plan-history.ts';
import { LiveView } from '../parts/LiveView.tsx';
import { type NextStep, NextSteps } from '../parts/NextSteps.tsx';
import { Empty } from '../parts/Notice.tsx';
import { Segments } from '../parts/Segments.tsx';
import type { Tone } from '../parts/Sign.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { hashOf, useRoute } from '../route.ts';
import { PlanTable } from './PlanTable.tsx';

/** Plans that are shown initially, and how many more each time. */
const STEP = 25;

const isPlan = ({ kind }: NonNullable<Notice>): boolean => kind === 'plan';

/** All plans, newest first. */
export function PlansView({ history }: { history: PlanHistory }) {
  usePageTitle('Plans');
  const [limit, setLimit] = useState(STEP);
  const read = useCallback(
    (signal: AbortSignal) => history.latest({ count: limit }, signal),
    [history, limit],
  );
  const live = useLive(read, isPlan);
  return (
    <>
      <ViewHead title="Plans">
        <a className="button button-primary" href={hashOf(['deploy'])}>
          Deploy a unit
        </a>
      </ViewHead>
      <LiveView live={live} what="plans">
        {({ plans, hasMore }) =>
          plans.length === 0 ? (
            <NoPlans />
          ) : (
            <>
              <Plans plans={plans} />
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
  readonly tone?: Tone;
  readonly holds: (plan: KnownPlan) => boolean;
}

const ALL = 'all';
/** The groups that plans are counted in, by the name in the address. */
const GROUPS: Readonly<Record<string, Group>> = {
  [ALL]: { label: 'All', holds: () => true },
  running: { label: 'Running', tone: 'calm', holds: ({ stopTime }) => stopTime === undefined },
  failed: {
    label: 'Failed or stopped',
    tone: 'bad',
    holds: ({ status, stopTime }) => stopTime !== undefined && status !== 'COMPLETED',
  },
  completed: { label: 'Completed', tone: 'good', holds: ({ status }) => status === 'COMPLETED' },
};

function Plans({ plans }: { plans: readonly KnownPlan[] }) {
  const chosen = useRoute().query.get('status') ?? ALL;
  const segments = Object.entries(GROUPS).map(([key, { holds, ...group }]) => ({
    ...group,
    key,
    count: plans.filter(holds).length,
    href: hashOf(['plans'], { status: key === ALL ? undefined : key }),
  }));
  const shown = plans.filter(GROUPS[chosen]?.holds ?? (() => true));
  return (
    <>
      <Segments label="Plans by status" segments={segments} chosen={chosen} />
      {shown.length > 0 ? (
        <>
          <PlanTable plans={shown} />
          <NextSteps rows={plans.length} steps={nextSteps(shown)} />
        </>
      ) : (
        <Empty
          title="No plan has this status."
          action={{ label: 'Show all plans', href: hashOf(['plans']) }}
        />
      )}
    </>
  );
}

function nextSteps([latest]: readonly KnownPlan[]): NextStep[] {
  return [
    ...(latest === undefined
      ? []
      : [
          {
            label: 'Open the latest plan',
            href: hashOf(['plans', latest.id]),
            text: 'See the order of its tasks, its log, and each request to an adapter.',
          },
        ]),
    {
      label: 'Compare environments',
      href: hashOf(['units']),
      text: 'See which version of each unit is deployed in each environment.',
    },
    {
      label: 'Check the tech adapters',
      href: hashOf(['adapters']),
      text: 'See which adapter deploys the components of each template, and whether it responds.',
    },
  ];
}

function NoPlans() {
  const { settings } = useConnection();
  return (
    <Empty
      title="There are no plans yet."
      action={{ label: 'Open the deploy form', href: hashOf(['deploy']) }}
      command={`npx tessera platform deploy --platform ${location.origin}`}
    >
      <p>
        A plan is the list of tasks that one request consists of. Deploy the sample to{' '}
        {settings.environments[0]} to see one, here or from a terminal:
      </p>
    </Empty>
  );
}
