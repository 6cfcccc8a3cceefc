import { Fragment } from 'react';
import { routeInVersion, standingOf } from '../../shared/docs-versions.ts';
import type { DocsVersion, Page, PagerLink } from '../../shared/site.ts';
import { SiteLink } from '../components/SiteLink.tsx';
import { useSite } from '../site-context.tsx';

/** Sections that are listed; a page with more differs as a whole. */
const LISTED = 8;

/**
 * Informs the reader of another version than the newest release: how the page differs there, with a link to it.
 */
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
      <p>
        <Differences differences={page.differences} last={last} />
      </p>
    </div>
  );
}

interface DifferencesProps {
  readonly differences: readonly PagerLink[] | undefined;
  readonly last: DocsVersion;
}

function Differences({ differences, last }: DifferencesProps) {
  if (differences === undefined) return `This page does not exist in ${last.label}.`;
  if (differences.length === 0) return `This page is the same in ${last.label}.`;
  if (differences.length > LISTED) return `Most of this page differs from ${last.label}.`;
  return (
    <>
      Different from {last.label}:{' '}
      {differences.map(({ label, to }, index) => (
        <Fragment key={to}>
          {index > 0 && ', '}
          <SiteLink to={to}>{label}</SiteLink>
        </Fragment>
      ))}
    </>
  );
}
