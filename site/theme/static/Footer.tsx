import type { SiteData } from '../../shared/site.ts';
import { isExternal } from '../../shared/urls.ts';
import { Logo } from '../components/Logo.tsx';
import { ExternalIcon } from '../components/Navbar.tsx';
import { SiteLink } from '../components/SiteLink.tsx';

/** The groups of links at the foot of every page, the same on all of them. */
export function Footer({ site }: { site: SiteData }) {
  return (
    <div className="footer-inner">
      <div className="footer-brand">
        <Logo />
        <p>{site.tagline}</p>
      </div>
      {site.footer.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.links.map((link) => (
              <li key={link.to}>
                <SiteLink to={link.to}>
                  {link.label}
                  {isExternal(link.to) && <ExternalIcon />}
                </SiteLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="footer-copyright">{site.copyright}</p>
      <div id="footer-tools" />
    </div>
  );
}
