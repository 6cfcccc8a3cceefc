import type { EvaluationReport } from '@tessera/contracts/types/governance';
import { useCallback } from 'react';
import type { Notice } from '../api/change-feed.ts';
import type { PlatformApi } from '../api/platform.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import { operationAsCode } from '../model/as-code.ts';
import { count, formatMoment, inWords } from '../model/format.ts';
import { type ReportResource, resourcesOf } from '../model/report.ts';
import { AsCode } from '../parts/AsCode.tsx';
import { ByIdView } from '../parts/ByIdView.tsx';
import { Fact } from '../parts/Fact.tsx';
import { Empty } from '../parts/Notice.tsx';
import { Status } from '../parts/Status.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { go, hashOf } from '../route.ts';
import { MarkedDescriptor } from './MarkedDescriptor.tsx';
import { ReportResults } from './ReportResults.tsx';

/** A report, with the names of its policies and metrics. */
interface NamedReport {
  readonly report: EvaluationReport;
  readonly names: ReadonlyMap<string, string>;
}

/** An evaluation report: its results, and the places in the descriptor that they are about. */
export function ReportView({ id, resourceKey }: { id: string; resourceKey: string | undefined }) {
  const { api } = useConnection();
  const read = useCallback((signal: AbortSignal) => readReport(api, id, signal), [api, id]);
  const concerns = useCallback(
    (notice: NonNullable<Notice>) => notice.kind === 'report' && notice.id === id,
    [id],
  );
  const live = useLive(read, concerns);
  usePageTitle('Evaluation report');
  return (
    <ByIdView live={live} id={id} noun="evaluation report">
      {(named) => <Report named={named} resourceKey={resourceKey} />}
    </ByIdView>
  );
}

/** Number of policies and metrics that are read for their names. */
const NAMES = 100;

async function readReport(api: PlatformApi, id: string, signal: AbortSignal): Promise<NamedReport> {
  const report = await api.governance.getEvaluationReport({ path: { id }, signal });
  const { entities } = await api.own.entities({ report: id, limit: String(NAMES) }, signal);
  return { report, names: new Map(entities.map((entity) => [entity.id, entity.name])) };
}

function Report({
  named: { report, names },
  resourceKey,
}: {
  named: NamedReport;
  resourceKey: string | undefined;
}) {
  const { id, environment, status, evaluationScope, labels = [], creationTime, updateTime } = report;
  const resources = resourcesOf(report);
  const shown = resources.find(({ key }) => key === resourceKey) ?? resources[0];
  const nameOf = (entityId: string): string => names.get(entityId) ?? entityId;
  const one = shown?.name ?? shown?.id ?? 'a resource';
  const subject = resources.length > 1 ? count(resources.length, 'resource') : one;
  return (
    <>
      <ViewHead
        title={`${evaluationScope === 'test' ? 'Test' : 'Evaluation'} of ${subject}`}
        status={<Status value={status} />}
      >
        <AsCode call={(caller) => operationAsCode(caller, 'getEvaluationReport', { path: { id } })} />
      </ViewHead>
      <dl className="facts facts-inline">
        <Fact name="Scope">{evaluationScope && inWords(evaluationScope)}</Fact>
        <Fact name="Environment">{environment}</Fact>
        <Fact name="Labels">{labels.length > 0 && labels.join(', ')}</Fact>
        <Fact name="Started">{creationTime && formatMoment(creationTime)}</Fact>
        <Fact name="Finished">{status !== 'pending' && updateTime && formatMoment(updateTime)}</Fact>
        <Fact name="Id">
          <code>{id}</code>
        </Fact>
      </dl>
      {shown === undefined ? (
        <NoResults isPending={status === 'pending'} />
      ) : (
        <Resource reportId={id} resource={shown} resources={resources} nameOf={nameOf} />
      )}
    </>
  );
}

function NoResults({ isPending }: { isPending: boolean }) {
  return isPending ? (
    <Empty title="The evaluation has started.">
      <p>Results appear here as soon as it has ended.</p>
    </Empty>
  ) : (
    <Empty title="No policy and no metric applies to this resource.">
      <p>
        Policies and metrics apply by resource type, environment and selectors, when they are enabled or in
        grace.
      </p>
    </Empty>
  );
}

function Resource({
  reportId,
  resource,
  resources,
  nameOf,
}: {
  reportId: string;
  resource: ReportResource;
  resources: readonly ReportResource[];
  nameOf: (entityId: string) => string;
}) {
  const { key, id, environment, type, descriptor, results } = resource;
  return (
    <div className="report">
      <section aria-labelledby="results-title">
        <h2 id="results-title">{count(results.length, 'result')}</h2>
        {resources.length > 1 && (
          <label className="field">
            Resource
            <select
              value={key}
              onChange={({ target }) =>
                go(hashOf(['reports', reportId], { resource: target.value }), { replace: true })
              }
            >
              {resources.map((one) => (
                <option key={one.key} value={one.key}>
                  {one.name ?? one.id ?? 'no resource'}
                </option>
              ))}
            </select>
          </label>
        )}
        <p className="quiet small">
          <code>{id}</code>
          {type !== undefined && ` ${type} in ${environment}`}
        </p>
        <ReportResults results={results} nameOf={nameOf} hasDescriptor={descriptor !== undefined} />
      </section>
      <section aria-labelledby="descriptor-title">
        <h2 id="descriptor-title">Descriptor</h2>
        {descriptor === undefined ? (
          <Empty title="The descriptor is not here yet.">
            <p>The platform adds it to the report when the evaluation has ended.</p>
          </Empty>
        ) : (
          <MarkedDescriptor text={descriptor} results={results} nameOf={nameOf} />
        )}
      </section>
    </div>
  );
}
