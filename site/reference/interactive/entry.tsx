import '@scalar/api-reference-react/style.css';
import './interactive.css';
import { ApiReferenceReact } from '@scalar/api-reference-react';
import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { MOUNT_ID, SPEC_ATTRIBUTE } from '../../shared/interactive.ts';

const mount = document.getElementById(MOUNT_ID);
const spec = mount?.getAttribute(SPEC_ATTRIBUTE);
if (!mount || !spec) throw new Error('There is no place to mount the interactive reference in.');

createRoot(mount).render(
  <StrictMode>
    <Interactive spec={spec} />
  </StrictMode>,
);

/** The client of the reference: nothing it does may leave this origin, except requests that the reader sends. */
function Interactive({ spec }: { spec: string }) {
  const theme = useSyncExternalStore(subscribeToTheme, readTheme);
  return (
    <ApiReferenceReact
      key={theme}
      configuration={{
        url: spec,
        layout: 'modern',
        theme: 'none',
        forceDarkModeState: theme,
        hideDarkModeToggle: true,
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        proxyUrl: '',
        showDeveloperTools: 'never',
        hideClientButton: true,
        documentDownloadType: 'none',
        expandAllModelSections: false,
        expandAllResponses: true,
        orderSchemaPropertiesBy: 'preserve',
        // Ctrl+K belongs to the search of the site.
        searchHotKey: 'j',
      }}
    />
  );
}

function subscribeToTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function readTheme(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}
