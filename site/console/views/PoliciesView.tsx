import type { EntityPage, ListedEntity } from '@tessera/platform/routes';
import { useCallback, useState } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { ownUrls } from '../api/own-routes.ts';
import type { PlatformApi } from '../api/platform.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import { routeAsCode } from '../model/as-code.ts';
import { ENGINES, filtersIn, STATUSES, TIMINGS, TRIGGERS, TYPES } from '../model/entity-filters.ts';
import { inWords } from '../model/format.ts';
import { hasTrend } from '../model/trend.ts';
import { AsCode } from '../parts/AsCode.tsx';
import { LiveView } from '../parts/LiveView.tsx';
import { type NextStep, NextSteps } from '../parts/NextSteps.tsx';
import { Empty } from '../parts/Notice.tsx';
import { Rows } from '../parts/Rows.tsx';
import { Segments } from '../parts/Segments.tsx';
import { Status, Tag, toneOf } from '../parts/Status.tsx';
import { Trend } from '../parts/Trend.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { hashOf, useRoute } from '../route.ts';
import { EntityFilters } from './EntityFilters.tsx';
import { LastResult } from './LastResult.tsx';

/** Policies that are read initially, and how many more each time: the largest page of the platform. */
const STEP = 100;
/** Evaluations may end in quick succession, and the list is read as a whole; in milliseconds. */
const GATHER_MS = 2_000;

const concerns = ({ kind }: NonNullable<Notice>): boolean => kind === 'entity' || kind === 'report';

/** Policies and metrics with their status and trend. */
export function PoliciesView() {
  usePageTitle('Policies');
  const { api } = useConnection();
  const { query } = useRoute();
  const status = query.get('status') ?? undefined;
  const filters = filtersIn(query);
  // A string, so that it is the same as long as the filters are.
  const search = new URLSearchParams(filters).toString();
  const [limit, setLimit] = useState(STEP);
  const read = useCallback(
    (signal: AbortSignal) =>
      readEntities(api, Object.fromEntries(new URLSearchParams(search)), limit, signal),
    [api, search, limit],
  );
  const live = useLive(read, concerns, GATHER_MS);
  const asked = status === undefined ? filters : { ...filters, status };
  const isEmpty = live.value?.entities.length === 0 && search === '';
  return (
    <>
      <ViewHead title="Policies">
        <AsCode call={(caller) => routeAsCode(caller, ownUrls.entities(caller.origin, asked))} />
        <a className="button button-primary" href={hashOf(['try'])}>
          Try a policy
        </a>
      </ViewHead>
      {!isEmpty && (
        <EntityFilters status={status} filters={filters}>
          <EntitySegments entities={live.value?.entities} status={status} filters={filters} />
        </EntityFilters>
      )}
      <LiveView live={live} what="policies">
        {({ entities, next }) => {
          const shown = entities.filter((entity) => status === undefined || entity.status === status);
          return (
            <>
              {shown.length > 0 ? (
                <>
                  <EntityTable entities={shown} />
                  <NextSteps rows={entities.length} steps={NEXT_STEPS} />
                </>
              ) : (
                <NoEntities isFiltered={!isEmpty} />
              )}
              {next !== null && (
                <button type="button" className="button" onClick={() => setLimit(limit + STEP)}>
                  Show earlier policies
                </button>
              )}
            </>
          );
        }}
      </LiveView>
    </>
  );
}

const NEXT_STEPS: readonly NextStep[] = [
  {
    label: 'Try a policy',
    href: hashOf(['try']),
    text: 'Write a script, see what it finds in a descriptor, and save it as a policy.',
  },
  {
    label: 'Validate a descriptor',
    href: hashOf(['deploy']),
    text: 'Find out whether a unit meets the policies before you deploy it.',
  },
  {
    label: 'See what is deployed',
    href: hashOf(['units']),
    text: 'List the units that the policies apply to, with their environments.',
  },
];

const ALL = 'all';

/** The states that policies are in, with their numbers. */
function EntitySegments({
  entities = [],
  status: chosen = ALL,
  filters,
}: {
  entities: readonly ListedEntity[] | undefined;
  status: string | undefined;
  filters: Readonly<Record<string, string>>;
}) {
  const states = Object.entries(STATUSES).map(([key, label]) => ({
    ...{ key, label, tone: toneOf(key) },
    count: entities.filter(({ status }) => status === key).length,
    href: hashOf(['policies'], { status: key, ...filters }),
  }));
  const all = { key: ALL, label: 'All', count: entities.length, href: hashOf(['policies'], filters) };
  const segments = [all, ...states.filter(({ key, count }) => count > 0 || key === chosen)];
  return <Segments label="Policies by status" segments={segments} chosen={chosen} />;
}

async function readEntities(
  { own }: PlatformApi,
  filters: Readonly<Record<string, string>>,
  limit: number,
  signal: AbortSignal,
): Promise<EntityPage> {
  const entities: ListedEntity[] = [];
  let next: string | null = null;
  do {
    const after: Record<string, string> = next === null ? {} : { after: next };
    const page = await own.entities({ ...filters, ...after, limit: String(STEP) }, signal);
    entities.push(...page.entities);
    ({ next } = page);
  } while (next !== null && entities.length < limit);
  return { entities, next };
}

function NoEntities({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty
        title="No policy or metric matches these filters."
        action={{ label: 'Show all', href: hashOf(['policies']) }}
      />
    );
  }
  return (
    <Empty
      title="There are no policies and no metrics yet."
      action={{ label: 'Write a policy', href: hashOf(['try']) }}
      command="npx tessera platform --reference-servers --sample-policies"
    >
      <p>
        A policy checks the descriptors of resources, a metric measures them. Write a script and see what it
        finds, or start the platform with sample policies:
      </p>
    </Empty>
  );
}

const COLUMNS = ['Name', 'Status', 'Severity', 'Engine', 'Evaluated', 'Last result', 'Trend'];

function EntityTable({ entities }: { entities: readonly ListedEntity[] }) {
  return (
    <div className="entities">
      <Rows columns={COLUMNS}>
        {entities.map((entity) => (
          <EntityRow key={entity.id} entity={entity} />
        ))}
      </Rows>
    </div>
  );
}

function EntityRow({ entity }: { entity: ListedEntity }) {
  const { id, name, type, version, status, engine, timing, trigger, resourceType, environment } = entity;
  return (
    <tr>
      <th scope="row">
        <a className="row-link" href={hashOf(['policies', id])}>
          {name}
        </a>
        <span className="row-id">
          {TYPES[type]} · version {version} · {resourceType} in {environment}
        </span>
      </th>
      <td data-label="Status">
        <Status value={status} />
      </td>
      <td data-label="Severity">
        {'severity' in entity ? <Tag>{inWords(entity.severity)}</Tag> : <span className="quiet">none</span>}
      </td>
      <td data-label="Engine">{ENGINES[engine]}</td>
      <td data-label="Evaluated">
        <span className="stack">
          {TIMINGS[timing]}
          <span className="quiet small">
            {TRIGGERS[trigger]}, {entity.context}
          </span>
        </span>
      </td>
      <td data-label="Last result">
        <LastResult result={entity.results[0]} />
      </td>
      <td data-label="Trend">
        {hasTrend(entity.results) ? (
          <Trend results={entity.results} />
        ) : (
          <span className="quiet small">too few results</span>
        )}
      </td>
    </tr>
  );
}
