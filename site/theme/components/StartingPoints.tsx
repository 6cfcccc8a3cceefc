import { useSite } from '../site-context.tsx';
import { SiteLink } from './SiteLink.tsx';

/** Links to the sections of the site, for a reader who found nothing. */
export function StartingPoints({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const { navbar } = useSite();
  const starts = navbar.filter(({ to }) => to.startsWith('/'));
  return starts.map(({ label, to }, index) => (
    <span key={to}>
      {index > 0 && ', '}
      <SiteLink to={to} onClick={onLeave}>
        {label}
      </SiteLink>
    </span>
  ));
}
