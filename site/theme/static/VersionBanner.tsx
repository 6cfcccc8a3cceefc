import { routeInVersion, standingOf } from '../../shared/docs-versions.ts';
import type { Page } from '../../shared/site.ts';
import { SiteLink } from '../components/SiteLink.tsx';
import { useSite } from '../site-context.tsx';

/** Informs the reader of another version than the newest release, with a link to the same page there. */
export function VersionBanner({ page }: { page: Page }) {
  const { title, docsVersions } = useSite();
  const shown = docsVersions.find((version) => version.name === page.docs?.version);
  const last = docsVersions.find((version) => version.isLast);
  if (!shown || !last) return null;
  const standing = standingOf(docsVersions, shown.name);
  if (standing === 'latest') return null;
  return (
    <div className="version-banner" role="note">
      <p>
        {standing === 'unreleased'
          ? `This is the unreleased documentation of ${title}.`
          : `This is the documentation of ${title} ${shown.label}, which is no longer actively maintained.`}{' '}
        <SiteLink to={routeInVersion(last, page)} data-version={last.name}>
          Latest version ({last.label})
        </SiteLink>
      </p>
    </div>
  );
}
