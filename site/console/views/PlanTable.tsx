import { durationBetween, formatAgo, formatDate, formatDuration } from '../model/format.ts';
import { verbOf } from '../model/plan.ts';
import type { KnownPlan } from '../model/plan-history.ts';
import { describeResult } from '../model/references.ts';
import { Rows } from '../parts/Rows.tsx';
import { Status } from '../parts/Status.tsx';
import { TaskStrip } from '../parts/TaskStrip.tsx';
import { useNow } from '../parts/use-now.ts';
import { hashOf } from '../route.ts';

const COLUMNS = [
  'Plan',
  'Status',
  'Environment',
  'Tasks',
  'Started',
  { label: 'Duration', isNumber: true },
] as const;

/** Plans as a table. */
export function PlanTable({ plans }: { plans: readonly KnownPlan[] }) {
  const now = useNow(plans.some(({ stopTime }) => stopTime === undefined));
  return (
    <div className="plan-rows">
      <Rows columns={COLUMNS}>
        {plans.map((plan) => (
          <PlanRow key={plan.id} plan={plan} now={now} />
        ))}
      </Rows>
    </div>
  );
}

function PlanRow({ plan, now }: { plan: KnownPlan; now: number }) {
  const { id, unit, version, environment, status, tasks, startTime, stopTime } = plan;
  const took = durationBetween(startTime, stopTime, now);
  const cause = tasks.find((task) => task.status === 'FAILED');
  return (
    <tr>
      <th scope="row">
        <a className="row-link" href={hashOf(['plans', id])}>
          {verbOf(tasks)} {unit?.name ?? 'a unit'}
        </a>
        {version !== undefined && <span className="quiet"> {version}</span>}
        {cause !== undefined && (
          <p className="row-note" data-tone="bad">
            {cause.displayName ?? cause.name}: {describeResult(cause.result ?? 'no result').text}
          </p>
        )}
      </th>
      <td data-label="Status">
        <Status value={status} />
      </td>
      <td data-label="Environment">{environment}</td>
      <td data-label="Tasks">
        <TaskStrip tasks={tasks} />
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
