import { ApiReferenceReact } from '@scalar/api-reference-react';
import { StrictMode, useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { HEALTH_ATTRIBUTE, MOUNT_ID, SPEC_ATTRIBUTE } from '../../shared/interactive.ts';
import { areServersUp } from '../../shared/servers.ts';
import { keepPlace } from './keep-place.ts';

// After the component, whose parts have their own styles: of two equal rules, the later one applies.
import '@scalar/api-reference-react/style.css';
import './interactive.css';

const mount = document.getElementById(MOUNT_ID);
const spec = mount?.getAttribute(SPEC_ATTRIBUTE);
if (!mount || !spec) throw new Error('There is no place to mount the interactive reference in.');

keepPlace();
void areServersUp(mount.getAttribute(HEALTH_ATTRIBUTE)).then((isServed) =>
  createRoot(mount).render(
    <StrictMode>
      <Interactive spec={spec} isServed={isServed} />
    </StrictMode>,
  ),
);

/** The client of the reference: nothing it does may leave this origin, except requests that the reader sends. */
function Interactive({ spec, isServed }: { spec: string; isServed: boolean }) {
  const theme = useSyncExternalStore(subscribeToTheme, readTheme);
  // Of one theme for good: a configuration that changes begins anew, without what the reader has entered or unfolded.
  const [configuration] = useState(() => configurationOf(spec, isServed, theme));
  useEffect(() => {
    for (const mode of ['light', 'dark']) document.body.classList.toggle(`${mode}-mode`, mode === theme);
  }, [theme]);
  return <ApiReferenceReact configuration={configuration} />;
}

function configurationOf(spec: string, isServed: boolean, theme: 'light' | 'dark') {
  return {
    url: spec,
    layout: 'modern',
    theme: 'none',
    forceDarkModeState: theme,
    darkMode: theme === 'dark',
    hideDarkModeToggle: true,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    proxyUrl: '',
    showDeveloperTools: 'never',
    hideClientButton: true,
    // Nothing answers on a static host; beside the reference servers every operation can be tried.
    hideTestRequestButton: !isServed,
    ...(isServed && { servers: [{ url: location.origin, description: 'The reference servers' }] }),
    documentDownloadType: 'none',
    expandAllModelSections: false,
    expandAllResponses: true,
    orderSchemaPropertiesBy: 'preserve',
    // Ctrl+K belongs to the search of the site.
    searchHotKey: 'j',
  } as const;
}

function subscribeToTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function readTheme(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}
