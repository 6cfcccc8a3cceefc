import { useCallback } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import type { PlanUnit } from '../model/plan.ts';
import type { PlanHistory } from '../model/plan-history.ts';
import { RowId } from '../parts/Id.tsx';
import { LiveView } from '../parts/LiveView.tsx';
import { type NextStep, NextSteps } from '../parts/NextSteps.tsx';
import { Empty, Failure } from '../parts/Notice.tsx';
import { Rows } from '../parts/Rows.tsx';
import { Status } from '../parts/Status.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { hashOf } from '../route.ts';

/** No operation lists units: this lists those of the latest plans, up to this number. */
const PLANS = 200;

/** All units with plans, with their status in each environment. */
export function UnitsView({ history }: { history: PlanHistory }) {
  usePageTitle('Units');
  const { settings } = useConnection();
  const read = useCallback((signal: AbortSignal) => readUnits(history, signal), [history]);
  const live = useLive(read, isUnit);
  return (
    <>
      <ViewHead title="Units">
        <a className="button button-primary" href={hashOf(['deploy'])}>
          Deploy a unit
        </a>
      </ViewHead>
      <LiveView live={live} what="units">
        {({ units, hasMore }) =>
          units.length === 0 ? (
            <Empty
              title="No unit has been deployed yet."
              action={{ label: 'Deploy a unit', href: hashOf(['deploy']) }}
            >
              <p>A unit, such as a data product, appears here with its first plan.</p>
            </Empty>
          ) : (
            <>
              <Rows columns={['Unit', ...settings.environments]}>
                {units.map((unit) => (
                  <UnitRow key={unit.id} unit={unit} history={history} />
                ))}
              </Rows>
              <NextSteps rows={units.length} steps={NEXT_STEPS} />
              {hasMore && <p className="quiet">These are the units of the latest {PLANS} plans.</p>}
            </>
          )
        }
      </LiveView>
    </>
  );
}

const NEXT_STEPS: readonly NextStep[] = [
  {
    label: 'Deploy a unit',
    href: hashOf(['deploy']),
    text: 'Check a descriptor, preview the tasks of its plan, and deploy it to an environment.',
  },
  {
    label: 'See all plans',
    href: hashOf(['plans']),
    text: 'Find out how each unit reached its state, and why a deployment failed.',
  },
  {
    label: 'Check the policies',
    href: hashOf(['policies']),
    text: 'Compare the latest results of the policies and metrics that apply to units.',
  },
];

const isUnit = ({ kind }: NonNullable<Notice>): boolean => kind === 'unit';

async function readUnits(
  history: PlanHistory,
  signal: AbortSignal,
): Promise<{ units: PlanUnit[]; hasMore: boolean }> {
  const { plans, hasMore } = await history.latest({ count: PLANS }, signal);
  const units = new Map<string, PlanUnit>();
  // The latest plan of a unit has its current name.
  for (const { unit } of plans.toReversed()) if (unit !== undefined) units.set(unit.id, unit);
  return { units: [...units.values()].toSorted((a, b) => a.name.localeCompare(b.name)), hasMore };
}

/** Each row reads its states, so that a change of a plan causes requests for its unit only. */
function UnitRow({ unit, history }: { unit: PlanUnit; history: PlanHistory }) {
  const { api, settings } = useConnection();
  const { id, name } = unit;
  const read = useCallback(
    (signal: AbortSignal) =>
      Promise.all(
        settings.environments.map((environment) =>
          api.v2.getDeploymentUnitStatus({
            path: { 'deployment-unit-id': id },
            query: { environment, 'include-descriptor': false },
            signal,
          }),
        ),
      ),
    [api, settings, id],
  );
  const concerns = useCallback(
    (change: NonNullable<Notice>) => isAboutUnit(change, id, history),
    [id, history],
  );
  const live = useLive(read, concerns);
  return (
    <tr>
      <th scope="row">
        <a className="row-link" href={hashOf(['units', id])}>
          {name}
        </a>
        <RowId id={id} />
      </th>
      {settings.environments.map((environment, index) => {
        const state = live.value?.[index];
        return (
          <td key={environment} data-label={environment}>
            {state !== undefined && (
              <span className="pair">
                <Status value={state.status} />
                <span className="quiet">{state.provisioningDetails?.descriptorVersion}</span>
              </span>
            )}
            {state === undefined && (live.error === undefined ? '…' : <Failure error={live.error} />)}
          </td>
        );
      })}
    </tr>
  );
}

/** Whether a notice may have changed the state of a unit. */
export function isAboutUnit(change: NonNullable<Notice>, unitId: string, history: PlanHistory): boolean {
  if (change.kind === 'unit') return change.id === unitId;
  return change.kind === 'plan' && history.isAbout(change.id, unitId) === true;
}
