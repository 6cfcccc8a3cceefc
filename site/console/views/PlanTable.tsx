import { durationBetween, formatAgo, formatDate, formatDuration } from '../model/format.ts';
import { verbOf } from '../model/plan.ts';
import type { KnownPlan } from '../model/plan-history.ts';
import { Status } from '../parts/Status.tsx';
import { useNow } from '../parts/use-now.ts';
import { hashOf } from '../route.ts';

/** Plans as a table. */
export function PlanTable({ plans }: { plans: readonly KnownPlan[] }) {
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
          <th scope="col" className="num">
            Duration
          </th>
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
        {done} of {tasks.length}
      </td>
      <td data-label="Started">
        {startTime === undefined ? (
          'not yet'
        ) : (
          <time dateTime={startTime} title={formatDate(startTime)}>
            {formatAgo(startTime, now)}
          </time>
        )}
      </td>
      <td data-label="Duration" className="num">
        {took === undefined ? '' : formatDuration(took)}
      </td>
    </tr>
  );
}
