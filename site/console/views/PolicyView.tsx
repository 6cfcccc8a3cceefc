import type { EntityResult, ListedEntity } from '@tessera/platform/routes';
import { useCallback } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { ownUrls } from '../api/own-routes.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import { routeAsCode } from '../model/as-code.ts';
import { CONTEXTS, ENGINES, TIMINGS, TRIGGERS, TYPES } from '../model/entity-filters.ts';
import { formatDate, inWords } from '../model/format.ts';
import { AsCode } from '../parts/AsCode.tsx';
import { ByIdView } from '../parts/ByIdView.tsx';
import { ColoredText } from '../parts/ColoredText.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Fact } from '../parts/Fact.tsx';
import { RowId } from '../parts/Id.tsx';
import { Empty } from '../parts/Notice.tsx';
import { Rows } from '../parts/Rows.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';
import { Status, Tag } from '../parts/Status.tsx';
import { Trend } from '../parts/Trend.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { hashOf } from '../route.ts';
import { Outcome } from './LastResult.tsx';

const GATHER_MS = 1_000;
const concerns = ({ kind }: NonNullable<Notice>): boolean => kind === 'entity' || kind === 'report';

/** One policy or metric: its definition, and its latest results. */
export function PolicyView({ id }: { id: string }) {
  const { api } = useConnection();
  const read = useCallback((signal: AbortSignal) => api.own.entity(id, signal), [api, id]);
  const live = useLive(read, concerns, GATHER_MS);
  usePageTitle(live.value?.name ?? 'Policy');
  return (
    <ByIdView live={live} id={id} noun="policy or metric">
      {(entity) => <Entity entity={entity} />}
    </ByIdView>
  );
}

function Entity({ entity }: { entity: ListedEntity }) {
  const { id, name, description, status, engine, cueScript } = entity;
  return (
    <>
      <ViewHead title={name} status={<Status value={status} />} note={description}>
        <AsCode call={(caller) => routeAsCode(caller, ownUrls.entity(caller.origin, id))} />
        {engine === 'cue' && (
          <a className="button button-primary" href={hashOf(['try'], { policy: id })}>
            Try it
          </a>
        )}
      </ViewHead>
      <EntityFacts entity={entity} />
      <section aria-labelledby="results-title">
        <div className="section-head">
          <h2 id="results-title">Latest results</h2>
          <Trend results={entity.results} hasLegend />
        </div>
        {entity.results.length === 0 ? (
          <Empty title="It has not been evaluated yet.">
            <p>Results of tests are in their reports only.</p>
          </Empty>
        ) : (
          <ResultTable results={entity.results} />
        )}
      </section>
      {cueScript !== undefined && (
        <section aria-labelledby="script-title">
          <h2 id="script-title">CUE script</h2>
          <ScrollRegion className="code" label="CUE script">
            <ColoredText text={cueScript} language="cue" />
          </ScrollRegion>
        </section>
      )}
    </>
  );
}

function EntityFacts({ entity }: { entity: ListedEntity }) {
  const { type, version, engine, timing, trigger, context, resourceType, environment } = entity;
  const selectors = entity.selectors.map(({ path = '', values = [] }) => `${path} is ${values.join(' or ')}`);
  return (
    <dl className="facts facts-inline facts-four">
      <Fact name="Type">{TYPES[type]}</Fact>
      <Fact name="Version">{version}</Fact>
      {'severity' in entity ? (
        <Fact name="Severity">
          <Tag>{inWords(entity.severity)}</Tag>
        </Fact>
      ) : (
        <Fact name="Ranges">
          {entity.thresholds.ranges.map(({ label, value }) => `${label} ${value}`).join(', ')}
        </Fact>
      )}
      <Fact name="Engine">{ENGINES[engine]}</Fact>
      <Fact name="Evaluated">{TIMINGS[timing]}</Fact>
      <Fact name="Trigger">{TRIGGERS[trigger]}</Fact>
      <Fact name="Context">{CONTEXTS[context]}</Fact>
      <Fact name="Resources">
        {resourceType} in {environment}
      </Fact>
      <Fact name="Schedule">{entity.cronExpression && <code>{entity.cronExpression}</code>}</Fact>
      <Fact name="Tags">{entity.tags.length > 0 && entity.tags.join(', ')}</Fact>
      <Fact name="Id">
        <span className="pair">
          <code>{entity.id}</code>
          <CopyButton label="Copy" name="Copy the id" read={() => entity.id} />
        </span>
      </Fact>
      <Fact name="Only where" isLong>
        {selectors.length > 0 && selectors.join(', and ')}
      </Fact>
    </dl>
  );
}

function ResultTable({ results }: { results: readonly EntityResult[] }) {
  // A resource may be evaluated twice within one report, so the place is a part of the key.
  const rows = results.map((result, index) => ({ result, key: `${result.creationTime} ${index}` }));
  return (
    <Rows columns={['Resource', 'Result', 'Report']}>
      {rows.map(({ result, key }) => (
        <tr key={key}>
          <th scope="row">
            {result.resourceName ?? result.resourceId ?? 'no resource'}
            {result.resourceName !== null && result.resourceId !== null && <RowId id={result.resourceId} />}
          </th>
          <td data-label="Result">
            <Outcome result={result} />
          </td>
          <td data-label="Report">
            {result.reportId === null ? (
              `pushed ${formatDate(result.creationTime)}`
            ) : (
              <a href={hashOf(['reports', result.reportId])}>{formatDate(result.creationTime)}</a>
            )}
          </td>
        </tr>
      ))}
    </Rows>
  );
}
