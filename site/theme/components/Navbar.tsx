import { ASK_PLACE } from '../../shared/constants.ts';
import type { NavItem } from '../../shared/site.ts';
import { isExternal } from '../../shared/urls.ts';
import { useDrawer } from '../hooks/use-drawer.tsx';
import { useRoute } from '../route-context.tsx';
import { useSite } from '../site-context.tsx';
import { LocaleMenu } from './LocaleMenu.tsx';
import { Logo } from './Logo.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SiteLink } from './SiteLink.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { useShownVersion, VersionMenu } from './VersionMenu.tsx';

const DOCS_SECTION = '/docs/';

/** The bar at the top of every page. */
export function Navbar() {
  const site = useSite();
  const drawer = useDrawer();
  return (
    <header className="navbar">
      <div className="navbar-inner">
        {drawer.isEnabled && (
          <button
            type="button"
            className="icon-button drawer-toggle"
            aria-label="Toggle navigation bar"
            aria-expanded={drawer.isOpen}
            aria-controls="drawer"
            onClick={drawer.toggle}
          >
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
              <path
                d="M4 7h16M4 12h16M4 17h16"
                stroke="currentColor"
                strokeWidth="1.75"
                strokeLinecap="round"
              />
            </svg>
          </button>
        )}
        <Logo />
        <nav className="navbar-links" aria-label="Main">
          <ul>
            {site.navbar.map((item) => (
              <li key={item.to}>
                <NavLink item={item} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="navbar-end">
          <span className="ask-place" id={ASK_PLACE} />
          <SearchBox />
          <div className="navbar-menus">
            <VersionMenu />
            <LocaleMenu />
          </div>
          <ThemeSwitch />
        </div>
      </div>
    </header>
  );
}

/** A link of the main navigation, marked while the reader is in its section. */
export function NavLink({ item, onClick }: { item: NavItem; onClick?: () => void }) {
  const site = useSite();
  const { page } = useRoute();
  const shown = useShownVersion();
  // The documentation link leads to the version that the reader is in or chose.
  const to = item.sections?.[0] === DOCS_SECTION && shown !== null ? shown.main : item.to;
  const isCurrent = item === currentItem(site.navbar, page.route);
  return (
    <SiteLink
      to={to}
      onClick={onClick}
      {...(isCurrent && { 'aria-current': page.route === to ? 'page' : true })}
    >
      {item.label}
      {isExternal(item.to) && <ExternalIcon />}
    </SiteLink>
  );
}

/** The item with the smallest section that a route is in: parts of the documentation can have their own link. */
function currentItem(items: readonly NavItem[], route: string): NavItem | undefined {
  const depth = ({ sections = [] }: NavItem) =>
    Math.max(0, ...sections.filter((one) => route.startsWith(one)).map((one) => one.length));
  return items.filter((item) => depth(item) > 0).sort((a, b) => depth(b) - depth(a))[0];
}

/** Marks a link that leaves the site. */
export function ExternalIcon() {
  return (
    <svg
      className="external-icon"
      viewBox="0 0 12 12"
      width="11"
      height="11"
      role="img"
      aria-label="(opens in new tab)"
    >
      <path
        d="M4.5 2H2v8h8V7.5M7 1.5h3.5V5M10 2 5.5 6.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
      />
    </svg>
  );
}
