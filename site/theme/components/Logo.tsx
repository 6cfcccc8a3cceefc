import { useSite } from '../site-context.tsx';
import { SiteLink } from './SiteLink.tsx';

/** The mark: one token, broken in two halves that fit. Beside the visible title it needs no text. */
export function Logo() {
  const site = useSite();
  return (
    <SiteLink className="logo" to="/">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
        <path className="logo-left" d="M3 5a2 2 0 0 1 2-2h8l-3.5 5 3 3.5-3 3.5 2.5 6H5a2 2 0 0 1-2-2z" />
        <path
          className="logo-right"
          d="M15.6 3H19a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4.4l-2.4-5.8 3-3.7-3-3.3z"
        />
      </svg>
      <span>{site.title}</span>
    </SiteLink>
  );
}
