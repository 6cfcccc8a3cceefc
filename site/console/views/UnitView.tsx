import { useCallback } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import { verbOf } from '../model/plan.ts';
import type { KnownPlan, PlanHistory } from '../model/plan-history.ts';
import { componentsOf, type UnitComponent } from '../model/unit-state.ts';
import { Fact } from '../parts/Fact.tsx';
import { Id, RowId } from '../parts/Id.tsx';
import { LiveView } from '../parts/LiveView.tsx';
import { Empty } from '../parts/Notice.tsx';
import { Rows } from '../parts/Rows.tsx';
import { Status } from '../parts/Status.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { hashOf } from '../route.ts';
import { PlanTable } from './PlanTable.tsx';
import { isAboutUnit } from './UnitsView.tsx';

/** Number of plans of the unit that are shown. */
const PLANS = 10;

/** One unit: its components in each environment, and its latest plans. */
export function UnitView({ id, history }: { id: string; history: PlanHistory }) {
  const { settings } = useConnection();
  const concerns = useCallback(
    (change: NonNullable<Notice>) => isAboutUnit(change, id, history),
    [id, history],
  );
  const read = useCallback(
    (signal: AbortSignal) => history.latest({ count: PLANS, unitId: id }, signal),
    [history, id],
  );
  const live = useLive(read, concerns);
  const name = live.value?.plans.find(({ unit }) => unit?.id === id)?.unit?.name ?? id;
  usePageTitle(name);
  return (
    <>
      <ViewHead
        title={name}
        crumb={{ label: 'Units', href: hashOf(['units']) }}
        note={
          <code>
            <Id text={id} />
          </code>
        }
      >
        <a className="button button-primary" href={hashOf(['deploy'], { plan: live.value?.plans[0]?.id })}>
          Deploy
        </a>
      </ViewHead>
      {settings.environments.map((environment) => (
        <EnvironmentSection
          key={environment}
          id={id}
          environment={environment}
          failed={failedIn(environment, live.value?.plans)}
          concerns={concerns}
        />
      ))}
      <section aria-labelledby="plans-title">
        <h2 id="plans-title">Latest plans</h2>
        <LiveView live={live} what="plans">
          {({ plans }) =>
            plans.length === 0 ? (
              <Empty title="There is no plan for this unit." />
            ) : (
              <PlanTable plans={plans} />
            )
          }
        </LiveView>
      </section>
    </>
  );
}

/** The latest plan that changes an environment, when it failed. */
function failedIn(environment: string, plans: readonly KnownPlan[] = []): KnownPlan | undefined {
  const latest = plans.find((plan) => plan.environment === environment && verbOf(plan.tasks) !== 'Validate');
  return latest?.status === 'FAILED' ? latest : undefined;
}

function EnvironmentSection({
  id,
  environment,
  failed,
  concerns,
}: {
  id: string;
  environment: string;
  failed: KnownPlan | undefined;
  concerns: (change: NonNullable<Notice>) => boolean;
}) {
  const { api } = useConnection();
  const read = useCallback(
    (signal: AbortSignal) =>
      api.v2.getDeploymentUnitStatus({
        path: { 'deployment-unit-id': id },
        query: { environment, 'include-descriptor': true },
        signal,
      }),
    [api, id, environment],
  );
  const live = useLive(read, concerns);
  return (
    <section aria-labelledby={`in-${environment}`}>
      <div className="section-head">
        <h2 id={`in-${environment}`}>In {environment}</h2>
        {live.value !== undefined && (
          <>
            <Status value={live.value.status} />
            <span className="quiet">{live.value.provisioningDetails?.descriptorVersion}</span>
          </>
        )}
        {failed !== undefined && <a href={hashOf(['plans', failed.id])}>See why the latest plan failed</a>}
      </div>
      <LiveView live={live} what="the state">
        {(state) => <Components components={componentsOf(state)} />}
      </LiveView>
    </section>
  );
}

function Components({ components }: { components: readonly UnitComponent[] }) {
  if (components.length === 0)
    return <p className="sheet sheet-note quiet">None of its components has been deployed here.</p>;
  return (
    <Rows columns={['Component', 'Status', 'From the tech adapter']}>
      {components.map((component) => (
        <ComponentRow key={component.id} component={component} />
      ))}
    </Rows>
  );
}

function ComponentRow({ component: { id, name, status, information } }: { component: UnitComponent }) {
  return (
    <tr>
      <th scope="row">
        {name}
        <RowId id={id} />
      </th>
      <td data-label="Status">
        <Status value={status} />
      </td>
      <td data-label="From the tech adapter">
        {information.length === 0 ? (
          <span className="quiet">no information</span>
        ) : (
          <dl className="facts">
            {information.map((entry) => (
              <Fact key={entry.name} name={entry.name}>
                {entry.href === undefined ? (
                  <Id text={entry.value} />
                ) : (
                  <a href={entry.href} rel="noreferrer">
                    {entry.value}
                  </a>
                )}
              </Fact>
            ))}
          </dl>
        )}
      </td>
    </tr>
  );
}
