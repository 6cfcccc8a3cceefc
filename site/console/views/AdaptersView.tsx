import type { TechAdapter, TechAdapterDeployment } from '@tessera/contracts/types/coordinator-v2';
import { useCallback } from 'react';
import type { Notice } from '../api/change-feed.ts';
import type { Exchange } from '../api/own-routes.ts';
import type { PlatformApi } from '../api/platform.ts';
import { useConnection, useLive } from '../api/use-live.tsx';
import { healthOf } from '../model/endpoint-health.ts';
import { formatDate, inWords } from '../model/format.ts';
import type { PlanHistory } from '../model/plan-history.ts';
import { Id, RowId } from '../parts/Id.tsx';
import { LiveView } from '../parts/LiveView.tsx';
import { Empty } from '../parts/Notice.tsx';
import { Rows } from '../parts/Rows.tsx';
import { Badge } from '../parts/Status.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ViewHead } from '../parts/ViewHead.tsx';

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
      <ViewHead
        title="Tech adapters"
        note={
          <span className="quiet">
            The state of a server is its last answer to one of the latest {PLANS} plans.
          </span>
        }
      />
      <LiveView live={live} what="tech adapters">
        {(adapters) =>
          adapters.length === 0 ? (
            <Empty title="No tech adapter is registered." command="npx tessera platform --reference-servers">
              <p>
                Register an adapter with the operation <code>registerTechAdapter</code> of the builder, or
                start the platform with those of this toolkit:
              </p>
            </Empty>
          ) : (
            <AdapterTable adapters={adapters} exchanges={exchanges} />
          )
        }
      </LiveView>
      <section aria-labelledby="plugins-title">
        <h2 id="plugins-title">Plugins</h2>
        <Rows columns={['Plugin', 'Server']}>
          {plugins.map(([name, url]) => (
            <tr key={name}>
              <th scope="row">{inWords(name)}</th>
              <td data-label="Server">
                {url === null ? (
                  <span className="quiet">not configured</span>
                ) : (
                  <Endpoint url={url} exchanges={exchanges} />
                )}
              </td>
            </tr>
          ))}
        </Rows>
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

/** Undefined until they are read. */
type SeenExchanges = readonly Exchange[] | undefined;

/** The adapters, with their server in each environment. */
function AdapterTable({
  adapters,
  exchanges,
}: {
  adapters: readonly RegisteredAdapter[];
  exchanges: SeenExchanges;
}) {
  const { settings } = useConnection();
  const named = adapters.flatMap(({ deployments }) =>
    deployments.flatMap(({ environment }) => environment ?? []),
  );
  const environments = [...new Set([...settings.environments, ...named])];
  return (
    <Rows columns={['Tech adapter', ...environments]}>
      {adapters.map(({ adapter: { id, name, version, description }, deployments }) => (
        <tr key={id}>
          <th scope="row">
            {name} <span className="quiet">{version}</span>
            <RowId id={id} />
            {description !== undefined && <p className="quiet note">{description}</p>}
          </th>
          {environments.map((environment) => (
            <td key={environment} data-label={environment}>
              <Deployment
                deployment={deployments.find((one) => one.environment === environment)}
                exchanges={exchanges}
              />
            </td>
          ))}
        </tr>
      ))}
    </Rows>
  );
}

function Deployment({
  deployment,
  exchanges,
}: {
  deployment: TechAdapterDeployment | undefined;
  exchanges: SeenExchanges;
}) {
  if (deployment === undefined) return <span className="quiet">none</span>;
  const { url, enabled = true } = deployment;
  if (enabled) return <Endpoint url={url} exchanges={exchanges} />;
  return (
    <span className="endpoint">
      <Badge tone="still">Disabled</Badge>
      <code>
        <Id text={url} />
      </code>
    </span>
  );
}

const HEALTH = {
  up: ['good', 'Answers'],
  down: ['bad', 'Fails'],
  unknown: ['still', 'Not called'],
} as const;

function Endpoint({ url, exchanges }: { url: string; exchanges: SeenExchanges }) {
  const { state, at, meaning } = healthOf(url, exchanges ?? []);
  const [tone, label] = HEALTH[state];
  return (
    <span className="endpoint">
      <Badge tone={tone} title={at === undefined ? meaning : `${meaning} ${formatDate(at)}`}>
        {exchanges === undefined ? '…' : label}
        {state !== 'down' && <span className="visually-hidden">: {meaning}</span>}
      </Badge>
      <code>
        <Id text={url} />
      </code>
      {state === 'down' && <span className="small">{meaning}</span>}
    </span>
  );
}
