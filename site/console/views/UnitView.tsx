import type { DeploymentUnitProvisioning } from '@tessera/contracts/types/coordinator-v2';
import { useCallback } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import type { PlanHistory } from '../model/plan-history.ts';
import { componentsOf, type UnitComponent } from '../model/unit-state.ts';
import { Fact } from '../parts/Fact.tsx';
import { LiveView } from '../parts/LiveView.tsx';
import { Empty } from '../parts/Notice.tsx';
import { Status } from '../parts/Status.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
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
      <p className="crumbs">
        <a href={hashOf(['units'])}>Units</a>
      </p>
      <div className="view-head">
        <h1>{name}</h1>
        <a className="button" href={hashOf(['deploy'])}>
          Deploy
        </a>
      </div>
      <p>
        <code>{id}</code>
      </p>
      {settings.environments.map((environment) => (
        <EnvironmentSection key={environment} id={id} environment={environment} concerns={concerns} />
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

function EnvironmentSection({
  id,
  environment,
  concerns,
}: {
  id: string;
  environment: string;
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
      <h2 id={`in-${environment}`}>In {environment}</h2>
      <LiveView live={live} what="the state">
        {(state) => <UnitState state={state} />}
      </LiveView>
    </section>
  );
}

function UnitState({ state }: { state: DeploymentUnitProvisioning }) {
  const components = componentsOf(state);
  return (
    <>
      <dl className="facts facts-inline">
        <Fact name="Status">
          <Status value={state.status} />
        </Fact>
        <Fact name="Version">{state.provisioningDetails?.descriptorVersion}</Fact>
      </dl>
      {components.length > 0 && (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col">Status</th>
              <th scope="col">From the tech adapter</th>
            </tr>
          </thead>
          <tbody>
            {components.map((component) => (
              <ComponentRow key={component.id} component={component} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function ComponentRow({ component: { id, name, status, information } }: { component: UnitComponent }) {
  return (
    <tr>
      <th scope="row">
        {name}
        <br />
        <code className="quiet">{id}</code>
      </th>
      <td data-label="Status">
        <Status value={status} />
      </td>
      <td data-label="From the adapter">
        {information.length === 0 ? (
          'nothing'
        ) : (
          <dl className="facts">
            {information.map((entry) => (
              <Fact key={entry.name} name={entry.name}>
                {entry.href === undefined ? (
                  entry.value
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
