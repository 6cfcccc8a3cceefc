import type { EntityPage, ListedEntity } from '@tessera/platform/routes';
import { useCallback, useState } from 'react';
import type { Notice } from '../api/change-feed.ts';
import { ownUrls } from '../api/own-routes.ts';
import type { PlatformApi } from '../api/platform.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import { routeAsCode } from '../model/as-code.ts';
import { ENGINES, filtersIn, TIMINGS, TRIGGERS, TYPES } from '../model/entity-filters.ts';
import { AsCode } from '../parts/AsCode.tsx';
import { LiveView } from '../parts/LiveView.tsx';
import { Empty } from '../parts/Notice.tsx';
import { Rows } from '../parts/Rows.tsx';
import { Status } from '../parts/Status.tsx';
import { Trend } from '../parts/Trend.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { hashOf, useRoute } from '../route.ts';
import { EntityFilters } from './EntityFilters.tsx';
import { LastResult } from './LastResult.tsx';

/** Policies that are shown initially, and how many more each time. */
const STEP = 50;
/** Evaluations may end in quick succession, and the list is read as a whole; in milliseconds. */
const GATHER_MS = 2_000;

const concerns = ({ kind }: NonNullable<Notice>): boolean => kind === 'entity' || kind === 'report';

/** Policies and metrics with their status and trend. */
export function PoliciesView() {
  usePageTitle('Policies');
  const { api } = useConnection();
  const { query } = useRoute();
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
  return (
    <>
      <ViewHead title="Policies">
        <AsCode call={(caller) => routeAsCode(caller, ownUrls.entities(caller.origin, filters))} />
        <a className="button button-primary" href={hashOf(['try'])}>
          Try a policy
        </a>
      </ViewHead>
      <EntityFilters filters={filters} />
      <LiveView live={live} what="policies">
        {({ entities, next }) =>
          entities.length === 0 ? (
            <NoEntities isFiltered={search !== ''} />
          ) : (
            <>
              <EntityTable entities={entities} />
              {next !== null && (
                <button type="button" className="button" onClick={() => setLimit(limit + STEP)}>
                  Show earlier policies
                </button>
              )}
            </>
          )
        }
      </LiveView>
    </>
  );
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
        {'severity' in entity ? <Status value={entity.severity} /> : <span className="quiet">none</span>}
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
        <Trend results={entity.results} />
      </td>
    </tr>
  );
}
