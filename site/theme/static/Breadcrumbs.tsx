import type { Page } from '../../shared/site.ts';
import { SiteLink } from '../components/SiteLink.tsx';

/** The heading below says what the requirement with this id is. */
const REQUIREMENT = /^([A-Z]{1,4}-\d+) .*$/;

/** Home, the categories above the page, and the page itself as plain text. */
export function Breadcrumbs({ page }: { page: Page }) {
  if (page.breadcrumbs.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        <li>
          <SiteLink to="/" aria-label="Home page">
            <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true" focusable="false">
              <path
                d="M2 7.5 8 2l6 5.5M3.5 6.5V14h9V6.5"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.4"
              />
            </svg>
          </SiteLink>
        </li>
        {page.breadcrumbs.map((crumb, index) => {
          const isLast = index === page.breadcrumbs.length - 1;
          return (
            <li key={crumb.label} {...(isLast && { 'aria-current': 'page' })}>
              {crumb.to === undefined || isLast ? (
                <span>{crumb.label.replace(REQUIREMENT, '$1')}</span>
              ) : (
                <SiteLink to={crumb.to}>{crumb.label}</SiteLink>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
