import type { ComponentProps } from 'react';
import { isExternal, withBaseUrl } from '../../shared/urls.ts';
import { useSite } from '../site-context.tsx';

interface SiteLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A route beginning with `/`, or an external address, which opens a new tab. */
  readonly to: string;
}

/** A link; one listener for the whole document handles clicks on it. */
export function SiteLink({ to, children, ...rest }: SiteLinkProps) {
  const site = useSite();
  if (isExternal(to)) {
    return (
      <a {...rest} href={to} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return (
    <a {...rest} href={withBaseUrl(site.baseUrl, to)}>
      {children}
    </a>
  );
}
