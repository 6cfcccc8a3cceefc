import { useRoute } from '../route-context.tsx';
import { useSite } from '../site-context.tsx';
import { Menu } from './Menu.tsx';
import { SiteLink } from './SiteLink.tsx';

/** The languages of the site. There is one; the menu says so, and has the place for more. */
export function LocaleMenu() {
  const { locales } = useSite();
  const { page } = useRoute();
  const [current] = locales;
  if (!current) return null;
  return (
    <Menu
      label={`Language: ${current.label} (${current.code.toUpperCase()})`}
      shown={current.code.toUpperCase()}
    >
      <ul>
        {locales.map(({ code, label }) => (
          <li key={code}>
            <SiteLink to={page.route} lang={code} aria-current={code === current.code}>
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
