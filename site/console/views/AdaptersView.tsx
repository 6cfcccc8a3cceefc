import type { TechAdapter, TechAdapterDeployment } from '@tessera/contracts/types/coordinator-v2';
import { useCallback } from 'react';
import type { Notice } from '../api/change-feed.ts';
import type { Exchange } from '../api/own-routes.ts';
import type { PlatformApi } from '../api/platform.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import { healthOf } from '../model/endpoint-health.ts';
import { formatDate, inWords } from '../model/format.ts';
import type { PlanHistory } from '../model/plan-history.ts';
import { LiveView } from '../parts/LiveView.tsx';
import { Empty } from '../parts/Notice.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';

/** The number of latest plans whose exchanges show the health of an extension point. */
const PLANS = 3;
/** Archives are large, so they are read no more often than this, in milliseconds. */
const GATHER_MS = 5_000;

interface RegisteredAdapter {
  readonly adapter: TechAdapter;
  readonly deployments: readonly TechAdapterDeployment[];
}

const isAdapter = ({ kind }: NonNullable<Notice>): boolean => kind === 'adapter';
const isPlan = ({ kind }: NonNullable<Notice>): boolean => kind === 'plan';

/** Tech adapters with their addresses, the plugins, and the health of each of them. */
export function AdaptersView({ history }: { history: PlanHistory }) {
  usePageTitle('Tech adapters');
  const { api, settings } = useConnection();
  const readAdapters = useCallback((signal: AbortSignal) => listAdapters(api, signal), [api]);
  const readExchanges = useCallback(
    (signal: AbortSignal) => latestExchanges(api, history, signal),
    [api, history],
  );
  const live = useLive(readAdapters, isAdapter);
  const exchanges = useLive(readExchanges, isPlan, GATHER_MS).value;
  const plugins = Object.entries(settings.plugins);
  return (
    <>
      <div className="view-head">
        <h1>Tech adapters</h1>
      </div>
      <p className="quiet">The health of a server is its last answer to one of the latest {PLANS} plans.</p>
      <LiveView live={live} what="tech adapters">
        {(adapters) =>
          adapters.length === 0 ? (
            <Empty title="No tech adapter is registered.">
              <p>
                Start the platform with --reference-servers, or register an adapter with the operation{' '}
                <code>registerTechAdapter</code> of the builder.
              </p>
            </Empty>
          ) : (
            <table className="rows">
              <thead>
                <tr>
                  <th scope="col">Tech adapter</th>
                  <th scope="col">Deployments</th>
                </tr>
              </thead>
              <tbody>
                {adapters.map((registered) => (
                  <AdapterRow key={registered.adapter.id} registered={registered} exchanges={exchanges} />
                ))}
              </tbody>
            </table>
          )
        }
      </LiveView>
      <section aria-labelledby="plugins-title">
        <h2 id="plugins-title">Plugins</h2>
        <ul className="endpoints">
          {plugins.map(([name, url]) => (
            <li key={name}>
              <span className="endpoint-name">{inWords(name)}</span>
              {url === null ? (
                <span className="quiet">not configured</span>
              ) : (
                <Endpoint url={url} exchanges={exchanges} />
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

async function listAdapters({ v2 }: PlatformApi, signal: AbortSignal): Promise<RegisteredAdapter[]> {
  const adapters: TechAdapter[] = [];
  for await (const adapter of v2.listTechAdapters({ signal })) adapters.push(adapter);
  return Promise.all(
    adapters.map(async (adapter) => {
      const { id, deployments } = adapter;
      const environments = deployments?.environments ?? [];
      const read = environments.map(({ environment }) =>
        v2.getTechAdapterDeployment({ path: { id, environment }, signal }),
      );
      return { adapter, deployments: await Promise.all(read) };
    }),
  );
}

async function latestExchanges(
  { own }: PlatformApi,
  history: PlanHistory,
  signal: AbortSignal,
): Promise<Exchange[]> {
  const { plans } = await history.latest({ count: PLANS }, signal);
  return (await Promise.all(plans.map(({ id }) => own.exchanges(id, signal)))).flat();
}

interface RowProps {
  readonly registered: RegisteredAdapter;
  /** Undefined until they are read. */
  readonly exchanges: readonly Exchange[] | undefined;
}

function AdapterRow({ registered: { adapter, deployments }, exchanges }: RowProps) {
  const { id, name, description, version } = adapter;
  return (
    <tr>
      <th scope="row">
        {name} <span className="quiet">{version}</span>
        <br />
        <code className="quiet">{id}</code>
        {description !== undefined && <p className="quiet note">{description}</p>}
      </th>
      <td data-label="Deployments">
        {deployments.length === 0 ? (
          'none'
        ) : (
          <ul className="endpoints">
            {deployments.map(({ environment, url, enabled = true }) => (
              <li key={environment}>
                <span className="endpoint-name">{environment}</span>
                {enabled ? (
                  <Endpoint url={url} exchanges={exchanges} />
                ) : (
                  <span className="pair">
                    <code>{url}</code>
                    <span className="quiet">disabled</span>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

const HEALTH = {
  up: ['good', 'Answers'],
  down: ['bad', 'Fails'],
  unknown: ['still', 'Not called'],
} as const;

function Endpoint({ url, exchanges }: { url: string; exchanges: readonly Exchange[] | undefined }) {
  const { state, at, meaning } = healthOf(url, exchanges ?? []);
  const [tone, label] = HEALTH[state];
  return (
    <span className="pair">
      <code>{url}</code>
      <span
        className="status"
        data-tone={tone}
        title={at === undefined ? meaning : `${meaning} ${formatDate(at)}`}
      >
        <span className="status-sign" aria-hidden="true" />
        {exchanges === undefined ? '…' : label}
        <span className="visually-hidden">: {meaning}</span>
      </span>
    </span>
  );
}
