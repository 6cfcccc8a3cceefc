import type { NavItem } from '../../shared/site.ts';
import { useSite } from '../site-context.tsx';
import { SiteLink } from './SiteLink.tsx';

/** The sections of the site, as in the navigation bar. */
export function useSections(): readonly NavItem[] {
  return useSite().navbar.filter(({ to }) => to.startsWith('/'));
}

/** Links to the sections of the site, for a reader who found nothing. */
export function StartingPoints({ onLeave }: { onLeave?: (() => void) | undefined }) {
  return useSections().map(({ label, to }, index) => (
    <span key={to}>
      {index > 0 && ', '}
      <SiteLink to={to} onClick={onLeave}>
        {label}
      </SiteLink>
    </span>
  ));
}

/** The same as cards. */
export function StartingCards() {
  return (
    <nav className="places" aria-label="Starting points">
      {useSections().map(({ label, to }) => (
        <SiteLink key={to} to={to}>
          {label}
        </SiteLink>
      ))}
    </nav>
  );
}
