import { isExternal } from '../../shared/urls.ts';
import { Lazy, lazyPart } from '../lazy-part.tsx';
import { useSite } from '../site-context.tsx';
import { ExternalIcon } from './Navbar.tsx';
import { SiteLink } from './SiteLink.tsx';
import { WhenSeen } from './WhenSeen.tsx';

const footerTools = lazyPart(() => import('./FooterTools.tsx').then((module) => module.FooterTools));

/** The groups of links at the foot of every page. */
export function Footer() {
  const site = useSite();
  return (
    <footer className="footer">
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
        <WhenSeen>
          <Lazy part={footerTools} props={{}} />
        </WhenSeen>
      </div>
    </footer>
  );
}
