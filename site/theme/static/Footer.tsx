import { isExternal } from '../../shared/urls.ts';
import { ExternalIcon } from '../components/Navbar.tsx';
import { SiteLink } from '../components/SiteLink.tsx';
import { useSite } from '../site-context.tsx';

/** The groups of links at the foot of every page, the same on all of them. */
export function Footer() {
  const site = useSite();
  return (
    <div className="footer-inner">
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
