import type { PlatformSettings } from '@tessera/platform/routes';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { AskDock } from '../theme/ask/AskDock.tsx';
import { CrashPage, ErrorBoundary } from '../theme/components/ErrorBoundary.tsx';
import { lazyPart } from '../theme/lazy-part.tsx';
import { connect, type PlatformApi } from './api/platform.ts';
import { ConnectionProvider } from './api/use-live.tsx';
import type { ConsoleBoot } from './boot.ts';
import { createPlanHistory, type PlanHistory } from './model/plan-history.ts';
import { Empty, Loading } from './parts/Notice.tsx';
import { ViewHead } from './parts/ViewHead.tsx';
import { hashOf, type Route, useRoute } from './route.ts';
import { Shell } from './Shell.tsx';
import { AdaptersView } from './views/AdaptersView.tsx';
import { DeployView } from './views/DeployView.tsx';
import { HooksView } from './views/HooksView.tsx';
import { NoPlatform } from './views/NoPlatform.tsx';
import { PlansView } from './views/PlansView.tsx';
import { PlanView } from './views/PlanView.tsx';
import { PoliciesView } from './views/PoliciesView.tsx';
import { PolicyView } from './views/PolicyView.tsx';
import { ReportView } from './views/ReportView.tsx';
import { TryView } from './views/TryView.tsx';
import { UnitsView } from './views/UnitsView.tsx';
import { UnitView } from './views/UnitView.tsx';

/** Its styles are among those of the console. */
const askPanel = lazyPart(
  () => import('../theme/ask/AskPanel.tsx'),
  (module) => module.AskPanel,
);

type Greeting = { readonly settings: PlatformSettings } | { readonly error: unknown } | undefined;

/** The console: finds the platform at its own origin, and shows it. */
export function Console({ boot }: { boot: ConsoleBoot }) {
  const api = useMemo(() => connect(location.origin), []);
  const history = useMemo(() => createPlanHistory(api), [api]);
  const [attempt, setAttempt] = useState(0);
  const greeting = useGreeting(api, attempt);
  if (greeting === undefined || 'error' in greeting) {
    return (
      <Shell boot={boot} isConnected={false}>
        {greeting === undefined ? (
          <Loading what="the platform" />
        ) : (
          <NoPlatform error={greeting.error} onRetry={() => setAttempt(attempt + 1)} />
        )}
      </Shell>
    );
  }
  return (
    <ConnectionProvider api={api} settings={greeting.settings}>
      <Shell boot={boot} isConnected>
        <Views history={history} sample={boot.sample} />
      </Shell>
      <AskDock baseUrl={boot.baseUrl} panel={askPanel} />
    </ConnectionProvider>
  );
}

/** Requests the settings on each attempt: they show that there is a platform, and that the user has access. */
function useGreeting(api: PlatformApi, attempt: number): Greeting {
  const [greeting, setGreeting] = useState<{ of: number; is: Greeting }>();
  useEffect(() => {
    const closing = new AbortController();
    api.own.settings(closing.signal).then(
      (settings) => setGreeting({ of: attempt, is: { settings } }),
      (error: unknown) => {
        if (!closing.signal.aborted) setGreeting({ of: attempt, is: { error } });
      },
    );
    return () => closing.abort();
  }, [api, attempt]);
  return greeting?.of === attempt ? greeting.is : undefined;
}

interface ViewProps {
  readonly history: PlanHistory;
  readonly sample: string;
}

function Views(props: ViewProps) {
  const route = useRoute();
  const place = route.parts.join('/');
  useFocusOnArrival(place);
  return (
    <ErrorBoundary
      key={place}
      place={place}
      fallback={(error, retry) => <CrashPage error={error} retry={retry} />}
    >
      {viewOf(route, props)}
    </ErrorBoundary>
  );
}

/** A new view starts at its top. */
function useFocusOnArrival(place: string): void {
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [place]);
}

function viewOf({ parts, query }: Route, { history, sample }: ViewProps): ReactNode {
  const [section = 'plans', id, ...others] = parts;
  if (others.length === 0) {
    if (section === 'plans') {
      if (id === undefined) return <PlansView history={history} />;
      return <PlanView id={id} taskName={query.get('task') ?? undefined} />;
    }
    if (section === 'units')
      return id === undefined ? <UnitsView history={history} /> : <UnitView id={id} history={history} />;
    if (section === 'adapters' && id === undefined) return <AdaptersView history={history} />;
    if (section === 'hooks' && id === undefined) return <HooksView />;
    if (section === 'policies') return id === undefined ? <PoliciesView /> : <PolicyView id={id} />;
    if (section === 'reports' && id !== undefined)
      return <ReportView id={id} resourceKey={query.get('resource') ?? undefined} />;
    if (section === 'try' && id === undefined)
      return <TryView sample={sample} policyId={query.get('policy') ?? undefined} />;
    if (section === 'deploy' && id === undefined)
      return <DeployView sample={sample} planId={query.get('plan') ?? undefined} />;
  }
  return (
    <>
      <ViewHead title="Not found" />
      <Empty
        title="The console has no such view."
        action={{ label: 'See all plans', href: hashOf(['plans']) }}
      />
    </>
  );
}
