import type { ExecutionPlan, PlanLogEntry, TerminationMode } from '@tessera/contracts/types/coordinator-v1';
import type { WithReferences } from '@tessera/platform/routes';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Notice } from '../api/change-feed.ts';
import type { Exchange } from '../api/own-routes.ts';
import { type Live, useConnection, useLive } from '../api/use-live.tsx';
import { statusOf } from '../model/describe-problem.ts';
import { adviceFor } from '../model/failure-advice.ts';
import { count, durationBetween, formatDate, formatDuration, formatMoment } from '../model/format.ts';
import { type PlanUnit, readUnit, verbOf } from '../model/plan.ts';
import { listTasks, type Task } from '../model/task-graph.ts';
import { Fact } from '../parts/Fact.tsx';
import { Id } from '../parts/Id.tsx';
import { LinkedResult, References } from '../parts/Linked.tsx';
import { LiveView } from '../parts/LiveView.tsx';
import { Empty, Failure } from '../parts/Notice.tsx';
import { Sign } from '../parts/Sign.tsx';
import { Status } from '../parts/Status.tsx';
import { useNow } from '../parts/use-now.ts';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { go, hashOf } from '../route.ts';
import { Exchanges, isOf } from './Exchanges.tsx';
import { Log, TaskDetails } from './TaskDetails.tsx';
import { TaskGraph } from './TaskGraph.tsx';

interface PlanState {
  readonly plan: ExecutionPlan & WithReferences;
  readonly log: readonly PlanLogEntry[];
}

interface PlanFacts {
  readonly environment: string;
  readonly version: string | undefined;
  readonly unit: PlanUnit | undefined;
}

const never = (): boolean => false;

/** Exchanges are large, so a running plan refreshes them less often than its tasks; in milliseconds. */
const GATHER_MS = 1_500;

const PLANS = { label: 'Plans', href: hashOf(['plans']) } as const;

/** One plan: its tasks as a graph, the selected one beside it, and its exchanges. */
export function PlanView({ id, taskName }: { id: string; taskName: string | undefined }) {
  const { api } = useConnection();
  const readFacts = useCallback(
    async (signal: AbortSignal): Promise<PlanFacts> => {
      const query = { 'include-descriptors': true };
      const { environment, dag } = await api.v1.getProvisioningPlan({ path: { token: id }, query, signal });
      return { environment, version: dag.version, unit: readUnit(dag.descriptor) };
    },
    [api, id],
  );
  const readState = useCallback(
    async (signal: AbortSignal): Promise<PlanState> => {
      const [plan, log] = await Promise.all([
        api.v1.getExecutionPlanStatus({ path: { token: id }, signal }),
        api.v1.getPlanLogs({ path: { provisioning_plan_id: id }, query: {}, signal }),
      ]);
      return { plan, log };
    },
    [api, id],
  );
  const concerns = useCallback(
    (change: NonNullable<Notice>) => change.kind === 'plan' && change.id === id,
    [id],
  );
  const readExchanges = useCallback((signal: AbortSignal) => api.own.exchanges(id, signal), [api, id]);
  const sends = useCallback(
    (change: NonNullable<Notice>) => change.kind === 'plan' && change.id.startsWith(id),
    [id],
  );
  const facts = useLive(readFacts, never);
  const live = useLive(readState, concerns);
  const exchanges = useLive(readExchanges, sends, GATHER_MS);
  usePageTitle(facts.value?.unit === undefined ? 'Plan' : `Plan of ${facts.value.unit.name}`);
  if (live.value === undefined && statusOf(live.error) === 404) {
    return (
      <>
        <ViewHead title="Plan" crumb={PLANS} />
        <Empty title="There is no such plan." action={{ label: 'See all plans', href: PLANS.href }}>
          <p>
            The platform knows no plan <code>{id}</code>.
          </p>
        </Empty>
      </>
    );
  }
  return (
    <LiveView live={live} what="the plan">
      {(state) => (
        <Plan id={id} state={state} facts={facts.value} taskName={taskName} exchanges={exchanges} />
      )}
    </LiveView>
  );
}

function Plan({
  id,
  state: { plan, log },
  facts,
  taskName,
  exchanges,
}: {
  id: string;
  state: PlanState;
  facts: PlanFacts | undefined;
  taskName: string | undefined;
  exchanges: Live<readonly Exchange[]>;
}) {
  const { dag, status, references = [] } = plan;
  const tasks = useMemo(() => (dag === undefined ? [] : listTasks(dag)), [dag]);
  const isActive = dag?.stopTime === undefined;
  const now = useNow(isActive);
  const verb = verbOf(tasks);
  const task = tasks.find(({ name }) => name === taskName);
  const choose = ({ name }: Task): void =>
    go(hashOf(['plans', id], { task: name === taskName ? undefined : name }), { replace: true });
  return (
    <References value={references}>
      <ViewHead
        title={`${verb} ${facts?.unit?.name ?? 'a unit'}`}
        crumb={PLANS}
        status={<Status value={status} />}
      >
        {isActive && <Terminate id={id} isStopping={status === 'TERMINATING'} />}
        {!isActive && verb === 'Deploy' && (
          <a className="button" href={hashOf(['deploy'], { plan: id })}>
            Deploy again
          </a>
        )}
      </ViewHead>
      <PlanFactList id={id} dag={dag} facts={facts} now={now} />
      <div className="plan">
        <section className="sheet plan-tasks" aria-labelledby="tasks-title">
          <h2 id="tasks-title">{count(tasks.length, 'task')}</h2>
          <TaskGraph tasks={tasks} chosen={task?.id} now={now} onChoose={choose} />
        </section>
        {task === undefined && <ToDo id={id} tasks={tasks} />}
        {task === undefined ? (
          <section className="panel" aria-label="Log of the plan">
            <Log title="Log of the plan" lines={log} />
          </section>
        ) : (
          <TaskDetails
            key={task.id}
            task={task}
            log={log.filter((line) => line.task === task.id)}
            exchanges={exchanges.value?.filter((exchange) => isOf(exchange, task)) ?? []}
            now={now}
            onClose={() => choose(task)}
          />
        )}
      </div>
      <section aria-labelledby="exchanges-title">
        <h2 id="exchanges-title">
          Exchanges with extension points
          {task !== undefined && <span className="quiet"> of {task.displayName ?? task.name}</span>}
        </h2>
        <Exchanges planId={id} live={exchanges} task={task} />
      </section>
    </References>
  );
}

function PlanFactList({
  id,
  dag,
  facts,
  now,
}: {
  id: string;
  dag: ExecutionPlan['dag'];
  facts: PlanFacts | undefined;
  now: number;
}) {
  const took = durationBetween(dag?.startTime, dag?.stopTime, now);
  return (
    <dl className="facts facts-inline">
      <Fact name="Environment">{facts?.environment}</Fact>
      <Fact name="Unit">
        {facts?.unit && (
          <a href={hashOf(['units', facts.unit.id])}>
            <Id text={facts.unit.id} />
          </a>
        )}
      </Fact>
      <Fact name="Version">{facts?.version}</Fact>
      <Fact name="Started">
        {dag?.startTime && (
          <time dateTime={dag.startTime} title={formatDate(dag.startTime)}>
            {formatMoment(dag.startTime)}
          </time>
        )}
      </Fact>
      <Fact name="Duration">{took !== undefined && formatDuration(took)}</Fact>
      <Fact name="Id">
        <code>{id}</code>
      </Fact>
    </dl>
  );
}

/** What failed or waits for a person, and what to do, so that a user need not search the graph for it. */
function ToDo({ id, tasks }: { id: string; tasks: readonly Task[] }) {
  const failed = tasks.filter(({ status }) => status === 'FAILED');
  const waiting = tasks.filter(({ status }) => status === 'WAITING');
  const linkTo = ({ name, displayName = name }: Task): ReactNode => (
    <a href={hashOf(['plans', id], { task: name })}>{displayName}</a>
  );
  if (failed.length + waiting.length === 0) return null;
  return (
    <div className="to-dos">
      {failed.length > 0 && (
        <ul className="failures">
          {failed.map((task) => (
            <li key={task.name} className="to-do" data-tone="bad">
              <Sign shape="bad" />
              <h2>{linkTo(task)} failed</h2>
              <LinkedResult result={task.result ?? ''} />
              <p className="advice">{adviceFor(task.result ?? '')}</p>
            </li>
          ))}
        </ul>
      )}
      {waiting.map((task) => (
        <div key={task.name} className="to-do" data-tone="warn">
          <Sign shape="warn" />
          <h2>{linkTo(task)} waits for a decision</h2>
          <p className="advice">
            Accept or reject the request under <a href={hashOf(['hooks'])}>Hooks</a>.
          </p>
        </div>
      ))}
    </div>
  );
}

/**
 * Requests that a plan stop. Halting at once may leave components incomplete, so it is offered only after the safe way.
 */
function Terminate({ id, isStopping }: { id: string; isStopping: boolean }) {
  const { api } = useConnection();
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const mode: TerminationMode = isStopping ? 'forced' : 'safe';
  const terminate = async (): Promise<void> => {
    setSending(true);
    try {
      await api.v1.terminateExecutionPlan({ path: { token: id }, query: { mode } });
      setError(undefined);
    } catch (cause) {
      setError(cause);
    }
    setSending(false);
  };
  return (
    <>
      <button
        type="button"
        className="button button-bad"
        disabled={isSending}
        title={
          isStopping
            ? 'Ends the plan now. Components that are being changed count as corrupt.'
            : 'Running tasks are asked to stop; the plan ends when they have.'
        }
        onClick={() => void terminate()}
      >
        {isStopping ? 'Terminate now' : 'Terminate'}
      </button>
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
