import { useState } from 'react';
import type { DocsVersion } from '../../shared/site.ts';
import { usePreferredVersion } from '../hooks/use-preferred-version.ts';
import { useReleaseNotice } from '../hooks/use-release-notice.ts';
import { useRoute } from '../route-context.tsx';
import { useSite } from '../site-context.tsx';
import { Menu } from './Menu.tsx';
import { SiteLink } from './SiteLink.tsx';

/** The version on screen, otherwise the one the reader chose, otherwise the newest release; and the way to others. */
export function VersionMenu() {
  const shown = useShownVersion();
  useReleaseNotice(shown);
  const { docsVersions } = useSite();
  const [place, setPlace] = useState('');
  if (shown === null) return null;
  if (docsVersions.length < 2) {
    return (
      <SiteLink className="version-link" to={shown.main}>
        {shown.label}
      </SiteLink>
    );
  }
  return (
    <Menu
      label={`Version of the documentation: ${shown.label}`}
      shown={shown.label}
      onOpen={() => setPlace(location.search + location.hash)}
    >
      <VersionList place={place} />
    </Menu>
  );
}

/**
 * One link per version, to the same place there. A version without the page says so and leads to its main document; one
 * with the same page says that.
 */
export function VersionList({ place, onChoose }: { place: string; onChoose?: () => void }) {
  const { docsVersions } = useSite();
  const { page } = useRoute();
  const shown = useShownVersion();
  return (
    <ul>
      {docsVersions.map((version) => {
        const same = page.kind === 'reference' ? page.route : page.docs?.routes[version.name];
        const isCurrent = page.docs !== null && version === shown;
        return (
          <li key={version.name}>
            <SiteLink
              to={same === undefined ? version.main : same + place}
              {...(isCurrent && { 'aria-current': true })}
              data-version={version.name}
              onClick={onChoose}
            >
              {version.label}
              {page.docs !== null && same === undefined && <small> without this page</small>}
              {page.docs !== null && !isCurrent && same === page.route && <small> the same page</small>}
            </SiteLink>
          </li>
        );
      })}
    </ul>
  );
}

/** The version that the reader is in or would open; null on a site without documentation. */
export function useShownVersion(): DocsVersion | null {
  const { docsVersions } = useSite();
  const { page } = useRoute();
  const preferred = usePreferredVersion();
  const active = docsVersions.find((version) => version.name === page.docs?.version);
  // Two versions may have the page.
  if (preferred !== null && page.docs?.routes[preferred.name] === page.route) return preferred;
  return active ?? preferred ?? docsVersions.find((version) => version.isLast) ?? null;
}
